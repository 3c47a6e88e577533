//! The exact bytes that the platform signs. A change of these texts breaks every stored signature.

use lockstep_documents::SignedRecord;
use lockstep_documents::claims::{
    CIRCUIT_KEY, ClaimBasis, DeviceMeasurements, KeyRecord, ROOT, ROOT_1, ROOT_2, RootRecord,
    UnreadablePoints,
};
use lockstep_documents::signed_root::Block;

use super::*;

fn root() -> RootRecord {
    RootRecord {
        owner: "0a".repeat(16),
        number: 7,
        previous: Some("0b".repeat(32)),
        metric: "restingHeartRate".to_owned(),
        unit: "/min".to_owned(),
        rule: "the mean".to_owned(),
        scale: 1,
        kind: 42,
        time_zone: "Europe/Berlin".to_owned(),
        start_date: "2026-11-16".to_owned(),
        end_date: "2026-11-17".to_owned(),
        first_time: 1,
        last_time: 2,
        count: 2,
        devices: vec!["dev_1".to_owned()],
        sources: vec!["0c".repeat(32)],
        basis: Some(ClaimBasis {
            devices: vec![DeviceMeasurements {
                series: "dev_1".to_owned(),
                points: vec![3, 4],
                taken: vec![0, 1],
                implausible: 5,
                displaced: 0,
            }],
            not_taken: 6,
            implausible: 7,
            displaced: 0,
            unreadable: UnreadablePoints {
                stopped: 1,
                client: 2,
                damaged: 3,
            },
            deleted: 8,
            replaced: 9,
            counted_since: "2026-11-01T00:00:00.000Z".to_owned(),
            time_zone_changed_at: None,
            blocks: 10,
            first_block: Some(11),
            last_block: Some(12),
            rewritten_blocks: 13,
        }),
        commitments: Some(vec!["AA==".to_owned(), "AQ==".to_owned()]),
        curve: CurveName::Bn254,
        root: "123".to_owned(),
    }
}

fn key() -> KeyRecord {
    KeyRecord {
        circuit: "between:3:0".to_owned(),
        scheme: PairingScheme::Pghr13,
        curve: CurveName::Bls12_381,
        vk_digest: "0d".repeat(32),
        setup: Setup::Local,
    }
}

const BASIS: &str = r#""basis":{"blocks":10,"countedSince":"2026-11-01T00:00:00.000Z","deleted":8,"devices":[{"implausible":5,"points":[3,4],"series":"dev_1","taken":[0,1]}],"firstBlock":11,"implausible":7,"lastBlock":12,"notTaken":6,"replaced":9,"rewrittenBlocks":13,"timeZoneChangedAt":null,"unreadable":{"client":2,"damaged":3,"stopped":1}},"#;
const COMMITMENTS: &str = r#""commitments":["AA==","AQ=="],"#;
const ROOT_FIELDS: &str = r#""count":2,"curve":"bn254","devices":["dev_1"],"endDate":"2026-11-17","firstTime":1,"lastTime":2,"metric":"restingHeartRate","number":7,"owner":"0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a","previous":"0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b","root":"123","rule":"the mean","scale":1,"sources":["0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c"],"startDate":"2026-11-16","timeZone":"Europe/Berlin","type":42,"unit":"/min"}"#;
const KEY_FIELDS: &str = r#""circuit":"between:3:0","curve":"bls12-381","scheme":"PGHR13","setup":"local","vkDigest":"0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d"}"#;

#[tokio::test]
async fn signed_records_keep_their_bytes() {
    let fixture = Fixture::new().await;
    let attester = fixture.encryption.attester();
    let head = |format: &str| {
        let installation = attester.installation();
        format!(
            r#"{{"format":"{format}","installation":"{installation}","at":"1970-01-01T00:00:00.007Z","#
        )
    };
    let second = RootRecord {
        commitments: None,
        ..root()
    };
    let first = RootRecord {
        basis: None,
        ..second.clone()
    };
    let at = Timestamp(7);
    let signed = |signed: SignedRecord| signed.record;
    for (record, expected) in [
        (
            signed(attester.attest(ROOT, at, root())),
            head(ROOT) + BASIS + COMMITMENTS + ROOT_FIELDS,
        ),
        (
            signed(attester.attest(ROOT_2, at, &second)),
            head(ROOT_2) + BASIS + ROOT_FIELDS,
        ),
        (
            signed(attester.attest(ROOT_1, at, &first)),
            head(ROOT_1) + ROOT_FIELDS,
        ),
        (
            signed(attester.attest(CIRCUIT_KEY, at, key())),
            head(CIRCUIT_KEY) + KEY_FIELDS,
        ),
    ] {
        assert_eq!(record, expected);
    }
}

#[tokio::test]
async fn signed_blocks_and_checkpoints_keep_their_bytes() {
    let fixture = Fixture::new().await;
    let (encryption, user) = (fixture.encryption.clone(), fixture.ada.user.clone());
    let write = fixture.encryption.ctx().db.write("test.block", move |tx| {
        let mut root = [0; 32];
        root[0] = 5;
        let block = Block {
            kind: "resting_heart_rate",
            type_number: u64::MAX,
            series: "dev_1",
            decimals: 2,
            times: [1, 2],
            count: 3,
            root,
        };
        encryption.signed_roots().sign_block(tx, &user, &block)?;
        let owner = encryption.signed_roots().next_link(tx, &user)?.owner;
        Ok::<_, StoreError>((owner, tampering::newest_root(tx, &user)?))
    });
    let (owner, block) = write.await.unwrap();
    let installation = fixture.encryption.attester().installation().to_owned();
    let now = fixture.clock.now();
    assert_eq!(
        block.unwrap().record,
        format!(
            r#"{{"format":"lockstep-block/1","installation":"{installation}","at":"{now}","count":3,"curve":"bls12-381","firstTime":1,"lastTime":2,"number":1,"owner":"{owner}","previous":null,"root":"5","scale":2,"series":"dev_1","type":"resting_heart_rate","typeNumber":"18446744073709551615"}}"#
        )
    );
    let checkpoint = fixture
        .encryption
        .checkpoints()
        .current()
        .await
        .unwrap()
        .unwrap();
    let (start, head) = checkpoint.record.split_once(r#""head":""#).unwrap();
    let (head, rest) = head.split_at(64);
    assert!(head.bytes().all(|digit| digit.is_ascii_hexdigit()));
    assert_eq!(rest, r#"","number":1,"previous":null}"#);
    let start = start.split_once(r#""entries":"#).unwrap().0;
    assert_eq!(
        start,
        format!(
            r#"{{"format":"lockstep-checkpoint/1","installation":"{installation}","at":"{now}","#
        )
    );
}
