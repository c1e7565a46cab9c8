//! The trailer: a checksum of the whole compressed file, at its end.
//!
//! A compressed stream has bits that mean nothing, so a changed byte may unpack to the same content. The
//! trailer is an empty gzip member whose extra field has the BLAKE3 hash of all bytes before it. Programs
//! that unpack gzip read it and add nothing to the content.

use blake3::{Hash, Hasher};
use std::io::{self, BufRead, Read, Write};

/// The length of a trailer in bytes.
pub(super) const LENGTH: usize = 58;

/// The member of gzip (RFC 1952) with this hash in the extra field `LB`, and no content.
pub(super) fn trailer(hash: &Hash) -> [u8; LENGTH] {
    // Deflate with an extra field; no time, unknown system.
    let header = [0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff];
    let extra = [36, 0, b'L', b'B', 32, 0];
    // The empty stream, its CRC and its length.
    let content = [3, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let mut trailer = [0; LENGTH];
    trailer[..10].copy_from_slice(&header);
    trailer[10..16].copy_from_slice(&extra);
    trailer[16..48].copy_from_slice(hash.as_bytes());
    trailer[48..].copy_from_slice(&content);
    trailer
}

/// Hashes what is written.
pub(super) struct HashedWriter<W> {
    inner: W,
    hasher: Hasher,
}

impl<W: Write> HashedWriter<W> {
    pub(super) fn new(inner: W) -> HashedWriter<W> {
        HashedWriter {
            inner,
            hasher: Hasher::new(),
        }
    }

    /// Writes the trailer of everything that was written.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.inner.write_all(&trailer(&self.hasher.finalize()))?;
        self.inner.flush()
    }
}

impl<W: Write> Write for HashedWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Hashes what is read.
pub(super) struct HashedReader<R> {
    inner: R,
    hasher: Hasher,
}

impl<R: BufRead> HashedReader<R> {
    pub(super) fn new(inner: R) -> HashedReader<R> {
        HashedReader {
            inner,
            hasher: Hasher::new(),
        }
    }

    /// Whether the trailer of everything that was read follows, and nothing after it.
    pub(super) fn ends_with_trailer(self) -> io::Result<bool> {
        let mut rest = Vec::with_capacity(LENGTH + 1);
        let limit = LENGTH as u64 + 1;
        self.inner.take(limit).read_to_end(&mut rest)?;
        Ok(rest == trailer(&self.hasher.finalize()))
    }
}

impl<R: BufRead> Read for HashedReader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(out)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for HashedReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        // What is consumed was filled before, so that nothing is read and nothing can fail.
        if let Ok(filled) = self.inner.fill_buf() {
            self.hasher.update(&filled[..amount]);
        }
        self.inner.consume(amount);
    }
}
