//! Records as Parquet files, written piece by piece.

use crate::{FieldValues, Provenance, RecordBatch};
use parquet::basic::{Compression, ConvertedType, GzipLevel, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::io::Write;
use std::sync::Arc;

/// Why a file could not be written.
pub use parquet::errors::ParquetError;

/// A Parquet file under construction: one row group for each batch, compressed by gzip. Words
/// are UTF-8 strings, numbers doubles, whole numbers 64-bit integers; every column is optional.
pub struct ParquetWriter<W: Write + Send> {
    writer: SerializedFileWriter<W>,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Begins a file with the columns of a batch, whose records are not yet written. The file's
    /// metadata says where its figures come from, as JSON under `ludometer:provenance`.
    pub fn new(
        out: W,
        columns: &RecordBatch,
        provenance: Option<&Provenance>,
    ) -> Result<Self, ParquetError> {
        let mut fields = Vec::new();
        for field in &columns.fields {
            let (physical, converted) = match field.values {
                FieldValues::Text(_) => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
                FieldValues::Real(_) => (Physical::DOUBLE, ConvertedType::NONE),
                FieldValues::Whole(_) => (Physical::INT64, ConvertedType::NONE),
            };
            let column = Type::primitive_type_builder(&field.name, physical)
                .with_repetition(Repetition::OPTIONAL)
                .with_converted_type(converted);
            fields.push(Arc::new(column.build()?));
        }
        let schema = Type::group_type_builder("records").with_fields(fields);
        let mut properties =
            WriterProperties::builder().set_compression(Compression::GZIP(GzipLevel::default()));
        if let Some(provenance) = provenance {
            // Its fields are texts and numbers, which JSON has.
            let text = serde_json::to_string(provenance).unwrap_or_default();
            let entry = KeyValue::new("ludometer:provenance".to_owned(), text);
            properties = properties.set_key_value_metadata(Some(vec![entry]));
        }
        let schema = Arc::new(schema.build()?);
        let writer = SerializedFileWriter::new(out, schema, Arc::new(properties.build()))?;
        Ok(Self { writer })
    }

    /// Writes the records of a batch, which has the columns that the file began with.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for field in &batch.fields {
            let Some(mut column) = group.next_column()? else {
                let message = format!("the file has no column for `{}`", field.name);
                return Err(ParquetError::General(message));
            };
            match &field.values {
                FieldValues::Text(values) => {
                    let (present, levels) = split(values, |text| ByteArray::from(text.as_str()));
                    let column = column.typed::<ByteArrayType>();
                    column.write_batch(&present, Some(&levels), None)?;
                }
                FieldValues::Real(values) => {
                    let (present, levels) = split(values, |value| *value);
                    let column = column.typed::<DoubleType>();
                    column.write_batch(&present, Some(&levels), None)?;
                }
                FieldValues::Whole(values) => {
                    let (present, levels) = split(values, |value| *value);
                    let column = column.typed::<Int64Type>();
                    column.write_batch(&present, Some(&levels), None)?;
                }
            }
            column.close()?;
        }
        group.close()?;
        Ok(())
    }

    /// Ends the file and gives back what it was written to.
    pub fn finish(self) -> Result<W, ParquetError> {
        self.writer.into_inner()
    }
}

/// The values that are there, and for each place whether one is.
fn split<T, U>(values: &[Option<T>], value: impl Fn(&T) -> U) -> (Vec<U>, Vec<i16>) {
    let present = values.iter().flatten().map(value).collect();
    let levels = values.iter().map(|value| i16::from(value.is_some()));
    (present, levels.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    fn batch() -> RecordBatch {
        RecordBatch::new([
            (
                "agent",
                FieldValues::Text(vec![Some("uct(c=1.4)".into()), None, Some("é".into())]),
            ),
            (
                "payoff",
                FieldValues::Real(vec![Some(1.0 / 3.0), Some(-0.0), None]),
            ),
            (
                "plies",
                FieldValues::Whole(vec![None, Some(7), Some(i64::MAX)]),
            ),
        ])
    }

    #[test]
    fn what_is_written_reads_back() {
        let provenance = Provenance::new("ludometer", "0.1.0", "ludometer report x");
        let mut writer = ParquetWriter::new(Vec::new(), &batch(), Some(&provenance)).unwrap();
        writer.write(&batch()).unwrap();
        writer.write(&batch()).unwrap();
        let bytes = writer.finish().unwrap();
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        let metadata = reader.metadata().file_metadata();
        let entries = metadata.key_value_metadata().unwrap();
        let told: Provenance = serde_json::from_str(entries[0].value.as_deref().unwrap()).unwrap();
        assert_eq!(told, provenance);
        let rows: Vec<Vec<Field>> = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| row.unwrap().into_columns())
            .map(|row| row.into_iter().map(|(_, field)| field).collect())
            .collect();
        assert_eq!(rows.len(), 6);
        for half in rows.chunks(3) {
            assert_eq!(half[0][0], Field::Str("uct(c=1.4)".into()));
            assert_eq!(half[0][1], Field::Double(1.0 / 3.0));
            assert_eq!(half[0][2], Field::Null);
            assert_eq!(half[1][0], Field::Null);
            let Field::Double(zero) = half[1][1] else {
                panic!("a number");
            };
            assert_eq!(zero.to_bits(), (-0.0f64).to_bits());
            assert_eq!(half[2][2], Field::Long(i64::MAX));
        }
    }
}
