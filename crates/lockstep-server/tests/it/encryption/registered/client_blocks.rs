//! Blocks that a client sealed, and the limit of its keys.

use lockstep_web::ApiError;
use lockstep_web::jobs::BatchSource;

use super::*;

/// Blocks in memory.
struct Blocks(VecDeque<(Vec<u8>, Range<usize>)>);

impl BatchSource for Blocks {
    type Batch = (Vec<u8>, Range<usize>);

    async fn next_batch(&mut self) -> Result<Option<Self::Batch>, ApiError> {
        Ok(self.0.pop_front())
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn blocks_sealed_by_a_client_are_checked_and_summed() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let vault = Encryption::of(app.state()).unwrap();
    let user: UserId = ada.id.parse().unwrap();
    // The largest parameter set has about 30 MB of evaluation keys.
    for (id, scheme, level, variance) in [
        (SetId::Bfv128, "BFV", 128, true),
        (SetId::Bfv192, "BFV", 192, false),
        (SetId::Bfv128Sum, "BFV-sum", 128, false),
    ] {
        let mut holder = KeyHolder::new(id, 100 + id as u8);
        holder.register(&ada, scheme, level).await;
        let key: KeyId = holder.id.parse().unwrap();
        let stated = BlockScale {
            decimals: 1,
            offset: 600,
            bound: 2000,
        };
        let scale = Scale::new(1, 600, 2000, Width::Narrow).unwrap();
        let values = |block: usize, count: usize| -> Vec<f64> {
            (0..count)
                .map(|n| 40.0 + ((n * 7 + block * 13) % 1200) as f64 / 10.0)
                .collect()
        };
        let slots = holder.set.slots();
        let counts = [slots, 1000, 3];
        let mut blocks = Vec::new();
        for (place, count) in counts.into_iter().enumerate() {
            let series = holder
                .secret
                .encrypt_values(&values(place, count), &scale, &mut holder.rng)
                .unwrap();
            let bytes = envelope(&holder.id, &series.to_bytes());
            let block = vault
                .client_block(&user, &key, stated, bytes.clone())
                .await
                .unwrap();
            assert_eq!((block.count, block.slots, block.set), (count, slots, id));
            assert_eq!((block.wide, block.seeded), (false, true));
            assert_eq!((&block.key, block.scale), (&key, stated));
            assert_eq!(block.envelope, bytes);
            blocks.push((block.envelope, 0..count));
        }
        let total = async |blocks: &[(Vec<u8>, Range<usize>)], what| {
            let mut blocks = Blocks(VecDeque::from(blocks.to_vec()));
            let made = vault.aggregate_blocks(&user, &key, what, &mut blocks);
            made.await
        };
        let early = total(&blocks, Aggregate::Sum).await.unwrap_err();
        assert!(early.message.contains("are missing"), "{}", early.message);
        let all = Capabilities::all(&holder.set);
        let keys = holder.keys(&all);
        assert_eq!(holder.send(&ada, keys).await.ok()["status"], "active");

        let plain: Vec<f64> = counts
            .into_iter()
            .enumerate()
            .flat_map(|(place, count)| values(place, count))
            .collect();
        let count = plain.len() as f64;
        let sum = plain.iter().sum::<f64>();
        let mean = sum / count;
        let close = |answer: &ClientAnswer, expected: f64| {
            assert_eq!(answer.count, plain.len());
            let header = Header::parse(&answer.envelope).unwrap();
            assert_eq!(header.origin, Origin::Client);
            let found = holder.number(&answer.envelope);
            assert!((found / expected - 1.0).abs() < 1e-9, "{found} {expected}");
        };
        close(&total(&blocks, Aggregate::Sum).await.unwrap(), sum);
        close(&total(&blocks, Aggregate::Mean).await.unwrap(), mean);
        let answer = total(&blocks[1..], Aggregate::Variance).await;
        if variance {
            let part = &plain[slots..];
            let mean = part.iter().sum::<f64>() / part.len() as f64;
            let spread = part.iter().map(|v| (v - mean).powi(2)).sum::<f64>();
            let found = holder.number(&answer.unwrap().envelope);
            let expected = spread / part.len() as f64;
            assert!((found / expected - 1.0).abs() < 1e-9, "{found} {expected}");
        } else if !holder.set.multiplies() {
            let error = answer.unwrap_err();
            assert!(
                error.message.contains("sums and means"),
                "{}",
                error.message
            );
        }
        // The server obtains no plaintext.
        let answer = total(&blocks, Aggregate::Sum).await.unwrap();
        post(
            &ada,
            "decrypt",
            json!({ "encryptedData": base64(&answer.envelope) }),
        )
        .await
        .refused(400, CODE);

        // Blocks that do not belong together are refused with a reason.
        let other = Scale::new(1, 0, 2000, Width::Narrow).unwrap();
        let other = holder
            .secret
            .encrypt_values(&[1.0], &other, &mut holder.rng);
        let other = envelope(&holder.id, &other.unwrap().to_bytes());
        let mixed = [blocks[0].clone(), (other.clone(), 0..1)];
        let error = total(&mixed, Aggregate::Sum).await.unwrap_err();
        assert!(error.message.starts_with("blocks[1]"), "{}", error.message);
        let past = [(blocks[0].0.clone(), 0..slots + 1)];
        let error = total(&past, Aggregate::Sum).await.unwrap_err();
        assert!(error.message.starts_with("blocks[0]"), "{}", error.message);
        let error = total(&[], Aggregate::Sum).await.unwrap_err();
        assert!(error.message.starts_with("blocks"), "{}", error.message);
        let two = vec![50.0; slots + 1];
        let two = holder.secret.encrypt_values(&two, &scale, &mut holder.rng);
        let two = envelope(&holder.id, &two.unwrap().to_bytes());
        let state = |change: fn(&mut BlockScale)| {
            let mut stated = stated;
            change(&mut stated);
            stated
        };
        let good = &blocks[2].0;
        for (what, stated, bytes) in [
            ("decimals", state(|it| it.decimals = 2), good),
            ("offset", state(|it| it.offset = 0), good),
            ("offset", stated, &other),
            ("bound", state(|it| it.bound = 3000), good),
            ("values", stated, &two),
            ("not an envelope", stated, &b"LFH".to_vec()),
            ("damaged", stated, &good[..good.len() - 1].to_vec()),
        ] {
            let made = vault.client_block(&user, &key, stated, bytes.clone());
            let error = made.await.unwrap_err();
            assert!(error.message.starts_with("block"), "{}", error.message);
            assert!(error.message.contains(what), "{what}: {}", error.message);
        }
        let bob: UserId = app.admin().id.parse().unwrap();
        let made = vault.client_block(&bob, &key, stated, good.clone()).await;
        assert!(made.unwrap_err().message.contains("the key does not exist"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_has_a_limit_of_keys_in_its_own_custody() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let generate =
        json!({ "mode": "Basic", "parameters": { "scheme": "X-Wing", "custody": "client" } });
    let mut last = Json::Null;
    for _ in 0..15 {
        last =
            post(&ada, "keys/generate", generate.clone()).await.ok()["metadata"]["keyId"].clone();
    }
    let mut holder = KeyHolder::new(SetId::Bfv128Sum, 30);
    holder.register(&ada, "BFV-sum", 128).await;
    let reason = post(&ada, "keys/generate", generate.clone()).await;
    assert!(reason.blames("parameters.custody").contains("16 keys"));
    let more = KeyHolder::new(SetId::Bfv128Sum, 31).body("BFV-sum", 128);
    let reason = ada.post("/v1/encryption/keys", more).await;
    assert!(reason.blames("publicKey").contains("16 keys"));
    // A key that is scheduled for destruction counts until it is destroyed.
    let path = format!("/v1/encryption/keys/{}", last.as_str().unwrap());
    ada.delete(&path).await.ok();
    let reason = post(&ada, "keys/generate", generate).await;
    reason.blames("parameters.custody");
}
