use std::collections::BTreeMap;
use std::convert::Infallible;

use super::*;
use proptest::prelude::*;

const SMALL: Sizes = Sizes {
    most: 16,
    full: 8,
    raw: 4,
    text: 60,
    blocks: false,
    unmade: None,
};
const SMALL_BLOCKS: Sizes = Sizes {
    full: 16,
    blocks: true,
    ..SMALL
};

/// One series in memory.
#[derive(Default)]
struct Series {
    chunks: Vec<Columns>,
    opened: usize,
    written: usize,
    /// Whether a merge sees no chunks before one that ends absorption.
    is_near: bool,
}

impl Series {
    /// Returns the first chunk that a merge sees.
    fn first(&self, sizes: Sizes, incoming: &Columns) -> usize {
        let from = incoming.timestamps()[0];
        let ends = |chunk: &Columns| {
            let extent = extent(chunk);
            extent.t1 < from && sizes.ends_absorption(extent.n as usize)
        };
        match self.is_near {
            true => self.chunks.iter().rposition(ends).unwrap_or(0),
            false => 0,
        }
    }

    fn merge(&mut self, sizes: Sizes, incoming: &Columns) -> MergeResult {
        let first = self.first(sizes, incoming);
        let extents: Vec<ChunkExtent> = self.chunks[first..]
            .iter()
            .map(|chunk| ChunkExtent {
                closed: sizes.is_full(chunk.len()),
                ..extent(chunk)
            })
            .collect();
        let mut changes = Vec::new();
        let mut opened = 0;
        let merged = merge(
            sizes,
            &extents,
            incoming,
            |chunk| {
                opened += 1;
                Ok::<_, Infallible>(self.chunks[first + chunk].clone())
            },
            |range, replacement| {
                changes.push((first + range.start..first + range.end, replacement));
                Ok(())
            },
        )
        .unwrap();
        for (range, replacement) in changes.into_iter().rev() {
            let chunks = match replacement {
                Replacement::Chunks(chunks) => chunks,
                Replacement::Incoming => cut(sizes.waiting(), incoming)
                    .into_iter()
                    .map(|range| part(incoming, range))
                    .collect(),
            };
            self.written += chunks.iter().map(Columns::len).sum::<usize>();
            self.chunks.splice(range, chunks);
        }
        self.opened += opened;
        merged
    }

    fn all(&self) -> Columns {
        let mut all = Columns::default();
        for chunk in &self.chunks {
            all.extend_from(chunk, 0..chunk.len());
        }
        all
    }
}

fn part(columns: &Columns, range: Range<usize>) -> Columns {
    let mut part = Columns::default();
    part.extend_from(columns, range);
    part
}

fn extent(chunk: &Columns) -> ChunkExtent {
    ChunkExtent {
        t0: chunk.timestamps()[0],
        t1: *chunk.timestamps().last().unwrap(),
        n: chunk.len() as u32,
        closed: false,
    }
}

fn run(times: impl IntoIterator<Item = i64>, value: f64) -> Columns {
    let mut columns = Columns::default();
    for at in times {
        columns.push(at, value, "bpm", None, None);
    }
    columns
}

proptest! {
    #[test]
    fn chunks_before_one_that_ends_absorption_change_no_merge(
        uploads in prop::collection::vec(prop::collection::btree_set(0_i64..300, 1..30), 1..20),
    ) {
        let mut all = Series::default();
        let mut near = Series { is_near: true, ..Series::default() };
        for (nth, times) in uploads.into_iter().enumerate() {
            let incoming = run(times, nth as f64);
            let merged = all.merge(SMALL, &incoming);
            prop_assert_eq!(near.merge(SMALL, &incoming), merged);
            prop_assert_eq!(&near.chunks, &all.chunks);
        }
    }
}

#[test]
fn appending_opens_nothing() {
    let mut series = Series::default();
    for upload in 0..5 {
        let merged = series.merge(
            Sizes::default(),
            &run(upload * 10_000..(upload + 1) * 10_000, 1.0),
        );
        assert_eq!(
            merged,
            MergeResult {
                added: 10_000,
                replaced: 0
            }
        );
    }
    assert_eq!(series.opened, 0);
    assert_eq!(series.chunks.len(), 5, "1 chunk an upload");
}

fn sizes(series: &Series) -> Vec<usize> {
    series.chunks.iter().map(Columns::len).collect()
}

/// Eight equal uploads become one chunk, and each point is packed twice at most.
#[test]
fn equal_uploads_are_joined_eight_at_a_time() {
    let mut series = Series::default();
    for upload in 0..20 {
        series.merge(
            Sizes::default(),
            &run(upload * 2000..(upload + 1) * 2000, 1.0),
        );
        if upload == 6 {
            assert_eq!(sizes(&series), [2000; 7]);
            assert_eq!(series.opened, 0);
        }
    }
    assert_eq!(sizes(&series), [16_000, 16_000, 2000, 2000, 2000, 2000]);
    assert_eq!(series.written, 40_000 + 2 * 14_000);
}

/// Chunks of an earlier version, which are half full now, are joined with points that follow them, a few at a time.
#[test]
fn chunks_of_the_former_size_are_joined() {
    let former = (0..8).map(|nth| run(nth * 4000..(nth + 1) * 4000, 1.0));
    let mut series = Series {
        chunks: former.collect(),
        ..Series::default()
    };
    series.merge(Sizes::default(), &run(32_000..32_100, 1.0));
    assert_eq!(series.opened, 0, "too few to join");
    series.merge(Sizes::default(), &run(32_100..34_400, 1.0));
    assert_eq!(sizes(&series), [4000, 4000, 4000, 4000, 4000, 14_400]);
    assert_eq!((series.opened, series.all().len()), (4, 34_400));
    series.merge(Sizes::default(), &run([40_000], 1.0));
    assert_eq!((series.opened, series.chunks.len()), (4, 7));
}

/// However small the uploads, one writes at most about one chunk again.
#[test]
fn an_upload_rewrites_no_more_than_a_chunk() {
    for upload in [50, 700, 3000, 8000] {
        let mut series = Series::default();
        for nth in 0..70_000 / upload {
            let (begin, written) = (nth * upload, series.written);
            series.merge(Sizes::default(), &run(begin..begin + upload, 1.0));
            let written = series.written - written;
            let most = CHUNK_POINTS + upload as usize;
            assert!(written <= most, "{written} written by {upload}");
        }
        assert!(series.written < 70_000 * 6, "{} written", series.written);
    }
}

/// Long texts keep chunks small, however often they are joined.
#[test]
fn chunks_that_text_keeps_small_are_not_written_again_by_every_upload() {
    let text = format!("{{\"notes\":\"{}\"}}", "x".repeat(88));
    for sizes in [Sizes::default(), Sizes::blocks(1024)] {
        let sizes = Sizes {
            text: 20_000,
            ..sizes
        };
        let mut series = Series::default();
        for upload in 0..800 {
            let mut columns = Columns::default();
            for at in upload * 5..upload * 5 + 5 {
                columns.push(at, 1.0, "bpm", None, Some(&text));
            }
            series.merge(sizes, &columns);
        }
        assert_eq!(series.all().len(), 4000);
        assert!(series.chunks.len() < 40, "{} chunks", series.chunks.len());
        assert!(series.written < 4000 * 32, "{} written", series.written);
    }
}

/// Uploads that repeat the end of the previous one leave its chunk as it is.
#[test]
fn a_repeated_end_is_not_written_again() {
    let mut series = Series::default();
    series.merge(Sizes::default(), &run(0..10_000, 1.0));
    for upload in 0..3 {
        let begin = 10_000 + upload * 40;
        let (written, opened) = (series.written, series.opened);
        let merged = series.merge(Sizes::default(), &run(begin - 60..begin + 40, 1.0));
        assert_eq!((merged.added, merged.replaced), (40, 60), "{upload}");
        assert_eq!(series.chunks[0].len(), 10_000);
        assert!(series.written - written <= 120, "{}", series.written);
        assert!(series.opened - opened <= 2, "{upload}");
    }
    assert_eq!(sizes(&series), [10_000, 120]);
    assert_eq!(series.all(), run(0..10_120, 1.0));
    // One other value at the end writes the chunk again.
    let mut other = run([10_119], 2.0);
    other.push(10_120, 1.0, "bpm", None, None);
    series.merge(Sizes::default(), &other);
    assert_eq!(sizes(&series), [10_000, 121]);
    let mut expected = run(0..10_119, 1.0);
    expected.push(10_119, 2.0, "bpm", None, None);
    expected.push(10_120, 1.0, "bpm", None, None);
    assert_eq!(series.all(), expected);
}

#[test]
fn sending_again_writes_nothing() {
    let mut series = Series::default();
    series.merge(Sizes::default(), &run(0..30_000, 1.0));
    let written = series.written;
    let merged = series.merge(Sizes::default(), &run(0..30_000, 1.0));
    assert_eq!(
        merged,
        MergeResult {
            added: 0,
            replaced: 30_000
        }
    );
    assert_eq!(series.written, written);
    series.merge(Sizes::default(), &run([5_000], 2.0));
    assert_eq!(series.written, written + 15_000, "only the chunk it is in");
}

#[test]
fn single_points_make_few_chunks() {
    let mut series = Series::default();
    let mut most = 0;
    for at in 0..20_000 {
        series.merge(Sizes::default(), &run([at], 1.0));
        most = most.max(series.chunks.len());
    }
    assert!(most < LEFT_NEIGHBOURS, "{most} chunks");
    // 127 raw ones are cheap to write again; above that each point moves twice, to 1016 and to 8128.
    assert!(series.written < 20_000 * 67, "{} written", series.written);
}

#[test]
fn blocks_fill_up() {
    let blocks = Sizes::blocks(1024);
    let mut series = Series::default();
    let mut at = 0;
    for n in [1000, 10, 500, 1, 1, 300, 2000, 7, 7, 7] {
        series.merge(blocks, &run(at..at + n, 1.0));
        at += n;
    }
    let sizes: Vec<usize> = series.chunks.iter().map(Columns::len).collect();
    assert_eq!(sizes[..3], [1024, 1024, 1024]);
    assert_eq!(sizes.iter().sum::<usize>(), at as usize);
    // A point inside of one: it overflows, and the rest of it waits.
    series.merge(blocks, &run([at], 1.0));
    let opened = series.opened;
    let mut late = Columns::default();
    late.push(500, 2.0, "bpm", None, None);
    series.merge(blocks, &late);
    assert_eq!(series.opened, opened + 1);
    assert_eq!(series.chunks[0].len(), 1024);
}

#[test]
fn heavy_text_is_cut_early() {
    let mut columns = Columns::default();
    for at in 0..30 {
        columns.push(at, 1.0, "bpm", None, Some("{\"notes\":\"0123456789\"}"));
    }
    for range in cut(SMALL, &columns) {
        assert!(range.len() <= 2, "{range:?}");
    }
    assert_eq!(
        cut(SMALL, &columns)
            .iter()
            .map(ExactSizeIterator::len)
            .sum::<usize>(),
        30
    );
}

type Upload = Vec<(i64, u8, bool, u8)>;

fn upload() -> impl Strategy<Value = Upload> {
    let point = |span: i64| (0..span, 0_u8..4, any::<bool>(), 0_u8..40);
    prop_oneof![
        prop::collection::vec(point(300), 1..4),
        prop::collection::vec(point(300), 1..80),
        (0_i64..300, 1_i64..60)
            .prop_map(|(start, n)| { (start..start + n).map(|at| (at, 1, false, 0)).collect() }),
    ]
}

fn columns(upload: &Upload) -> Columns {
    let mut columns = Columns::default();
    for (at, value, unit, notes) in upload {
        let text = format!("{{\"notes\":\"{}\"}}", "x".repeat(usize::from(*notes)));
        columns.push(
            *at,
            f64::from(*value),
            if *unit { "bpm" } else { "/min" },
            None,
            (*notes > 30).then_some(&text),
        );
    }
    columns.sort_newest_wins();
    columns
}

proptest! {
    #[test]
    fn agrees_with_a_map(
        uploads in prop::collection::vec(upload(), 1..20),
        blocks in any::<bool>(),
    ) {
        let sizes = if blocks { SMALL_BLOCKS } else { SMALL };
        let mut series = Series::default();
        let mut model: BTreeMap<i64, (i64, u8, bool, u8)> = BTreeMap::new();
        for upload in &uploads {
            let before = model.len();
            model.extend(upload.iter().map(|point| (point.0, *point)));
            let incoming = columns(upload);
            let merged = series.merge(sizes, &incoming);
            prop_assert_eq!(merged.added as usize, model.len() - before);
            prop_assert_eq!((merged.added + merged.replaced) as usize, incoming.len());
            prop_assert_eq!(series.all(), columns(&model.values().copied().collect()));
            for pair in series.chunks.windows(2) {
                prop_assert!(extent(&pair[0]).t1 < extent(&pair[1]).t0);
            }
            for chunk in &series.chunks {
                prop_assert!(chunk.is_strictly_sorted() && !chunk.is_empty());
                prop_assert!(chunk.len() <= sizes.waiting().most);
                prop_assert!(chunk.len() == 1 || is_light(sizes, chunk));
            }
        }
    }
}
