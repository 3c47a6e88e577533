use super::*;
use crate::testing::{CONTEXT, DeterministicRng, SEALING, bytes};
use crate::{Cipher, Kem, open, seal, seal_to};

fn key() -> Key {
    Key::from_bytes(Cipher::Aes256Gcm, &[0x42; 32])
}

/// Seals by writing `write_len` bytes at a time.
fn written(plaintext: &[u8], write_len: usize) -> Vec<u8> {
    let mut writer =
        SealWriter::new(Vec::new(), &key(), &SEALING, &mut DeterministicRng(0)).unwrap();
    for part in plaintext.chunks(write_len) {
        writer.write_all(part).unwrap();
        writer.flush().unwrap();
    }
    writer.finish().unwrap()
}

/// A reader that returns at most `step` bytes at a time, and an interruption before each read.
struct SlowReader<'a> {
    from: &'a [u8],
    step: usize,
    interrupt: bool,
}

impl Read for SlowReader<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.interrupt = !self.interrupt;
        if self.interrupt {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = out.len().min(self.step);
        self.from.read(&mut out[..len])
    }
}

fn read(envelope: &[u8], step: usize) -> io::Result<Vec<u8>> {
    let mut from = SlowReader {
        from: envelope,
        step,
        interrupt: false,
    };
    let header = read_header(&mut from)?;
    let mut reader = OpenReader::new(from, &header, &key(), &CONTEXT)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    let mut plaintext = Vec::new();
    reader.read_to_end(&mut plaintext)?;
    assert_eq!(
        reader.read(&mut [0; 8]).unwrap(),
        0,
        "reads after the end return 0"
    );
    Ok(plaintext)
}

#[test]
fn streams_equal_envelopes_in_memory_for_any_write_size() {
    for len in [
        0,
        1,
        CHUNK_LEN - 1,
        CHUNK_LEN,
        CHUNK_LEN + 1,
        3 * CHUNK_LEN,
        200_000,
    ] {
        let plaintext = bytes(4, len);
        let whole = seal(&key(), &SEALING, &plaintext, &mut DeterministicRng(0)).unwrap();
        for write_len in [1000, 4096, CHUNK_LEN, 500_000] {
            assert!(
                written(&plaintext, write_len) == whole,
                "{len} in {write_len}"
            );
            assert!(
                read(&whole, write_len).unwrap() == plaintext,
                "{len} in {write_len}"
            );
        }
    }
}

#[test]
fn streams_to_a_recipient_round_trip() {
    for kem in [Kem::XWing, Kem::MlKem1024P384] {
        let private = PrivateKey::generate(kem, &mut DeterministicRng(1));
        let (public, plaintext) = (private.public_key(), bytes(4, 100_000));
        let rng = &mut DeterministicRng(2);
        let mut writer = SealWriter::to_recipient(Vec::new(), &public, &SEALING, rng).unwrap();
        writer.write_all(&plaintext).unwrap();
        let envelope = writer.finish().unwrap();
        let whole = seal_to(&public, &SEALING, &plaintext, &mut DeterministicRng(2)).unwrap();
        assert!(envelope == whole);

        let mut from = envelope.as_slice();
        let header = read_header(&mut from).unwrap();
        let mut reader = OpenReader::as_recipient(from, &header, &private, &CONTEXT).unwrap();
        let mut opened = Vec::new();
        reader.read_to_end(&mut opened).unwrap();
        assert!(opened == plaintext);

        let other = PrivateKey::generate(kem, &mut DeterministicRng(3));
        assert!(OpenReader::as_recipient(from, &header, &other, &CONTEXT).is_err());
        assert!(OpenReader::new(from, &header, &key(), &CONTEXT).is_err());
    }
}

#[test]
fn an_unfinished_envelope_does_not_open() {
    for len in [0, 10, CHUNK_LEN, 2 * CHUNK_LEN + 5] {
        let mut out = Vec::new();
        let mut writer =
            SealWriter::new(&mut out, &key(), &SEALING, &mut DeterministicRng(0)).unwrap();
        writer.write_all(&bytes(4, len)).unwrap();
        drop(writer);
        assert!(open(&key(), &out, &CONTEXT).is_err());
        assert_eq!(
            read(&out, 4096).unwrap_err().kind(),
            io::ErrorKind::InvalidData
        );
    }
}

#[test]
fn the_end_is_reported_only_after_the_last_chunk() {
    let plaintext = bytes(4, 2 * CHUNK_LEN + 100);
    let envelope = written(&plaintext, 4096);
    let front = FIXED_LEN + SEALING.ext.len();
    let boundary = |chunks: usize| front + chunks * (CHUNK_LEN + TAG_LEN);
    for cut in [
        0,
        3,
        FIXED_LEN,
        front,
        front + 1,
        boundary(1) - 1,
        boundary(1),
        boundary(1) + 16,
        boundary(2),
        envelope.len() - 1,
    ] {
        assert_eq!(
            read(&envelope[..cut], 4096).unwrap_err().kind(),
            io::ErrorKind::InvalidData,
            "{cut}"
        );
    }
    let longer = [envelope.clone(), vec![0]].concat();
    assert_eq!(
        read(&longer, 4096).unwrap_err().kind(),
        io::ErrorKind::InvalidData
    );
    for position in [5, front + 7, boundary(1) + 7, boundary(2) + 7] {
        let mut bad = envelope.clone();
        bad[position] ^= 1;
        assert_eq!(
            read(&bad, 4096).unwrap_err().kind(),
            io::ErrorKind::InvalidData,
            "{position}"
        );
    }
}

#[test]
fn after_a_failure_the_reader_stays_failed_and_keeps_no_plaintext() {
    let mut envelope = written(&bytes(4, CHUNK_LEN + 100), 4096);
    let end = envelope.len() - 1;
    envelope[end] ^= 1;
    let mut from = envelope.as_slice();
    let header = read_header(&mut from).unwrap();
    let mut reader = OpenReader::new(from, &header, &key(), &CONTEXT).unwrap();
    let mut first = vec![0; CHUNK_LEN];
    reader.read_exact(&mut first).unwrap();
    for _ in 0..3 {
        let error = reader.read(&mut first).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        assert!(error.get_ref().unwrap().is::<OpenError>());
    }
    assert!(reader.plain.is_empty());
}

/// A writer that fails after a number of bytes.
struct LimitedWriter(usize);

impl Write for LimitedWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let len = bytes.len().min(self.0);
        self.0 -= len;
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn finish_fails_after_a_failed_write() {
    let mut writer = SealWriter::new(
        LimitedWriter(CHUNK_LEN),
        &key(),
        &SEALING,
        &mut DeterministicRng(0),
    )
    .unwrap();
    let error = writer.write_all(&bytes(4, 3 * CHUNK_LEN)).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    let Err(error) = writer.finish() else {
        panic!("finish succeeded although a chunk was lost");
    };
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}
