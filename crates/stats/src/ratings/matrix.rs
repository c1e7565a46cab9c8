//! Square symmetric matrices, as large as the number of players.

/// A symmetric matrix.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matrix {
    size: usize,
    entries: Vec<f64>,
}

impl Matrix {
    pub(super) fn zero(size: usize) -> Matrix {
        Matrix {
            size,
            entries: vec![0.0; size * size],
        }
    }

    pub(super) fn at(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.entries[row * self.size + column]
    }

    fn get(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.size + column]
    }

    /// Adds x xᵀ, of which the entries at `places` are not zero.
    pub(super) fn add_square(&mut self, x: &[f64], places: &[usize]) {
        for &row in places {
            for &column in places {
                self.entries[row * self.size + column] += x[row] * x[column];
            }
        }
    }

    /// xᵀ M x.
    pub(super) fn quadratic(&self, x: &[f64]) -> f64 {
        let row = |row: usize| -> f64 {
            let products = x.iter().enumerate();
            let sum: f64 = products.map(|(at, x)| x * self.get(row, at)).sum();
            sum * x[row]
        };
        (0..x.len().min(self.size)).map(row).sum()
    }

    /// The first rows and columns.
    pub(super) fn leading(&self, size: usize) -> Matrix {
        let mut leading = Matrix::zero(size);
        for row in 0..size {
            for column in 0..size {
                *leading.at(row, column) = self.get(row, column);
            }
        }
        leading
    }

    /// A M A, times a factor, where both are symmetric.
    pub(super) fn sandwiched(&self, bread: &Matrix, factor: f64) -> Matrix {
        self.times(bread).left(bread, factor)
    }

    fn times(&self, other: &Matrix) -> Matrix {
        let mut product = Matrix::zero(self.size);
        for row in 0..self.size {
            for inner in 0..self.size {
                let left = self.get(row, inner);
                for column in 0..self.size {
                    *product.at(row, column) += left * other.get(inner, column);
                }
            }
        }
        product
    }

    fn left(&self, left: &Matrix, factor: f64) -> Matrix {
        let mut product = left.times(self);
        product
            .entries
            .iter_mut()
            .for_each(|entry| *entry *= factor);
        product
    }

    /// The inverse of a positive definite matrix by Cholesky's decomposition; `None` if it is not.
    pub(super) fn inverse(&self) -> Option<Matrix> {
        let n = self.size;
        let mut lower = Matrix::zero(n);
        for row in 0..n {
            for column in 0..=row {
                let known: f64 = (0..column)
                    .map(|k| lower.get(row, k) * lower.get(column, k))
                    .sum();
                let rest = self.get(row, column) - known;
                *lower.at(row, column) = match row == column {
                    true if rest > 1e-12 * self.get(row, row) => rest.sqrt(),
                    true => return None,
                    false => rest / lower.get(column, column),
                };
            }
        }
        let mut inverse = Matrix::zero(n);
        for column in 0..n {
            let mut x = vec![0.0; n];
            for row in 0..n {
                let known: f64 = (0..row).map(|k| lower.get(row, k) * x[k]).sum();
                x[row] = (f64::from(u8::from(row == column)) - known) / lower.get(row, row);
            }
            for row in (0..n).rev() {
                let known: f64 = (row + 1..n).map(|k| lower.get(k, row) * x[k]).sum();
                x[row] = (x[row] - known) / lower.get(row, row);
            }
            for (row, x) in x.into_iter().enumerate() {
                *inverse.at(row, column) = x;
            }
        }
        Some(inverse)
    }

    /// M x.
    pub(super) fn applied(&self, x: &[f64]) -> Vec<f64> {
        let row = |row: usize| {
            x.iter()
                .enumerate()
                .map(|(at, x)| x * self.get(row, at))
                .sum()
        };
        (0..self.size).map(row).collect()
    }
}
