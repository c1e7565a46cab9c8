//! The eigenvalues and eigenvectors of a small symmetric matrix, by Jacobi's rotations.

/// Takes a symmetric `n` by `n` matrix by rows; gives its eigenvalues, and its eigenvectors as the
/// columns of a matrix by rows. Sweeps until what is off the diagonal has vanished.
pub(crate) fn symmetric(matrix: &[f64], n: usize) -> (Vec<f64>, Vec<f64>) {
    let mut a = matrix.to_vec();
    let mut vectors = vec![0.0; n * n];
    for i in 0..n {
        vectors[i * n + i] = 1.0;
    }
    let size: f64 = a.iter().map(|x| x * x).sum();
    // Convergence is quadratic: six to ten sweeps do.
    for _ in 0..30 {
        let off: f64 = (0..n)
            .flat_map(|i| (0..i).map(move |j| (i, j)))
            .map(|(i, j)| a[i * n + j] * a[i * n + j])
            .sum();
        if off <= 1e-24 * size {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                rotate(&mut a, &mut vectors, n, p, q);
            }
        }
    }
    ((0..n).map(|i| a[i * n + i]).collect(), vectors)
}

/// Makes the entry (p, q) zero.
fn rotate(a: &mut [f64], vectors: &mut [f64], n: usize, p: usize, q: usize) {
    let off = a[p * n + q];
    if off == 0.0 {
        return;
    }
    let ratio = (a[q * n + q] - a[p * n + p]) / (2.0 * off);
    let tangent = ratio.signum() / (ratio.abs() + libm::hypot(ratio, 1.0));
    let cosine = libm::hypot(tangent, 1.0).recip();
    let sine = tangent * cosine;
    let turn = |x: &mut f64, y: &mut f64| {
        (*x, *y) = (cosine * *x - sine * *y, sine * *x + cosine * *y);
    };
    for row in a.chunks_exact_mut(n).chain(vectors.chunks_exact_mut(n)) {
        let (left, right) = row.split_at_mut(q);
        turn(&mut left[p], &mut right[0]);
    }
    let (above, below) = a.split_at_mut(q * n);
    let (first, second) = (&mut above[p * n..(p + 1) * n], &mut below[..n]);
    for (x, y) in first.iter_mut().zip(second) {
        turn(x, y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn vectors_are_orthonormal_and_give_the_matrix_back(
            n in 1usize..9,
            entries in proptest::collection::vec(-10.0..10.0f64, 81),
        ) {
            let mut matrix = vec![0.0; n * n];
            for i in 0..n {
                for j in 0..=i {
                    matrix[i * n + j] = entries[i * 9 + j];
                    matrix[j * n + i] = entries[i * 9 + j];
                }
            }
            let (values, vectors) = symmetric(&matrix, n);
            for i in 0..n {
                for j in 0..n {
                    let sum = |f: &dyn Fn(usize) -> f64| (0..n).map(f).sum::<f64>();
                    let back = sum(&|k| vectors[i * n + k] * values[k] * vectors[j * n + k]);
                    assert!((back - matrix[i * n + j]).abs() < 1e-9);
                    let product = sum(&|k| vectors[k * n + i] * vectors[k * n + j]);
                    assert!((product - f64::from(u8::from(i == j))).abs() < 1e-12);
                }
            }
        }
    }
}
