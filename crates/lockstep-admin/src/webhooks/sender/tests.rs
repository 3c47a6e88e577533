use super::*;

/// Opens as many lanes as eight accounts with four webhooks each can get.
#[test]
fn the_last_lanes_are_for_accounts_that_have_none() {
    let webhooks = Webhooks::default();
    let open = |webhook: u8, account: u8| {
        webhooks.open_lane(
            &WebhookId::from_bytes([webhook; 16]),
            &UserId::from_bytes([account; 16]),
        )
    };
    let opened = (0..8)
        .flat_map(|account| (0..8).map(move |nth| (4 * account + nth / 2, account)))
        .filter(|(webhook, account)| open(*webhook, *account))
        .count();
    // Six accounts have all of theirs, and the others one each.
    assert_eq!(opened, MAX_LANES - RESERVED_LANES + 2);
    assert!(open(100, 100), "another account gets a lane at once");
    assert!(!open(100, 100), "and no second one");
}
