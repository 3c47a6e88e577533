//! Tests of the budgets.

use super::*;
use crate::api_error::ErrorKind;
use proptest::prelude::*;

fn address(last: u8) -> Payer {
    Payer::Address(IpAddr::from([192, 0, 2, last]))
}

fn limits(total: usize, account: usize, open: usize) -> BudgetLimits {
    BudgetLimits {
        total_bytes: total,
        account_bytes: account,
        open_bytes: open,
    }
}

/// The body and the values parsed from it have a lease each: both together can never fit.
#[test]
fn a_request_that_alone_exceeds_the_limit_is_not_asked_to_try_again() {
    let account = Payer::Account(format!("usr_{:026}", 1).parse().unwrap());
    for (of_this, of_another, more, refused) in [
        (60, 0, 40, None),
        (60, 0, 41, Some(ErrorKind::TooLarge)),
        (60, 30, 41, Some(ErrorKind::TooLarge)),
        (60, 30, 11, Some(ErrorKind::Unavailable)),
        (0, 60, 41, Some(ErrorKind::Unavailable)),
    ] {
        let budget = BodyBudget::new(limits(200, 100, 50));
        let request = RequestBytes::default();
        let mut another = budget.lease(account.clone());
        another.grow(of_another).unwrap();
        let mut body = budget.lease(account.clone()).of_request(&request);
        body.grow(of_this).unwrap();
        let mut parsed = body.another_of_request();
        let outcome = parsed.grow(more).map_err(|error| error.kind);
        assert_eq!(outcome.err(), refused, "{of_this} {of_another} {more}");
        drop((body, parsed));
        let mut later = budget.lease(account.clone()).of_request(&request);
        later.grow(100 - of_another).unwrap();
    }
}

#[test]
fn each_budget_refuses_what_exceeds_it() {
    let account = |n: u64| {
        let id = format!("usr_{:026}", n);
        Payer::Account(id.parse().unwrap())
    };
    // Each row: the bytes that payers hold, then one more request and its expected result.
    for (earlier, payer, bytes, refused) in [
        (vec![], account(1), 100, None),
        (vec![], account(1), 101, Some(ErrorKind::TooLarge)),
        (vec![(account(1), 60)], account(1), 40, None),
        (
            vec![(account(1), 60)],
            account(1),
            41,
            Some(ErrorKind::Unavailable),
        ),
        (vec![(account(1), 60)], account(2), 100, None),
        (
            vec![(account(1), 100), (account(2), 80)],
            account(3),
            21,
            Some(ErrorKind::Unavailable),
        ),
        (
            vec![(address(1), 50)],
            address(2),
            1,
            Some(ErrorKind::Unavailable),
        ),
        (vec![(address(1), 50)], account(1), 100, None),
        (vec![], address(1), 51, Some(ErrorKind::TooLarge)),
    ] {
        let budget = BodyBudget::new(limits(200, 100, 50));
        let leases: Vec<Lease> = earlier
            .iter()
            .map(|(payer, bytes)| {
                let mut lease = budget.lease(payer.clone());
                lease.grow(*bytes).unwrap();
                lease
            })
            .collect();
        let mut lease = budget.lease(payer);
        let error = lease.grow(bytes).err();
        let kind = error.as_ref().map(|error| error.kind);
        assert_eq!(kind, refused, "{earlier:?} then {bytes}");
        if kind == Some(ErrorKind::Unavailable) {
            assert!(error.unwrap().retry_after.is_some());
        }
        assert_eq!(lease.bytes(), if refused.is_some() { 0 } else { bytes });
        drop((leases, lease));
        assert_eq!(budget.held_bytes(), 0);
        assert!(budget.used().each.is_empty());
    }
}

#[test]
fn administrators_and_local_clients_have_a_reserve() {
    let budget = BodyBudget::new(limits(200, 100, 50));
    let account = |n: u64| Payer::Account(format!("usr_{n:026}").parse().unwrap());
    let mut held: Vec<Lease> = Vec::new();
    for (payer, bytes) in [(address(1), 50), (account(1), 100), (account(2), 50)] {
        held.push(budget.lease(payer));
        held.last_mut().unwrap().grow(bytes).unwrap();
    }
    for local in ["127.0.0.1", "127.8.0.1", "::", "::1"] {
        let mut sign_in = budget.lease(Payer::Address(local.parse().unwrap()));
        sign_in.grow(30).unwrap();
        sign_in.sibling().grow(10).unwrap();
        // The limit of an address stays.
        assert_eq!(sign_in.resize(51).unwrap_err().kind, ErrorKind::TooLarge);
    }
    let mut administrator = budget.lease(account(3)).with_reserve(true);
    administrator.grow(100).unwrap();
    assert_eq!(administrator.grow(1).unwrap_err().kind, ErrorKind::TooLarge);
    for other in [account(4), address(2)] {
        let refused = budget.lease(other).grow(1).unwrap_err();
        assert_eq!(refused.kind, ErrorKind::Unavailable);
    }
}

#[test]
fn answers_are_charged_beyond_the_budget_and_refuse_what_comes_after() {
    let budget = BodyBudget::new(limits(200, 100, 50));
    let account = |n: u64| Payer::Account(format!("usr_{n:026}").parse().unwrap());
    let admitted = |n, has_reserve| budget.admit_answer(&account(n), has_reserve).is_ok();
    let first = budget.charge(account(1), false, 99);
    assert!(admitted(1, false) && admitted(2, false));
    let second = budget.charge(account(1), false, 150);
    assert!(!admitted(1, true), "the account's own limit has no reserve");
    assert!(!admitted(2, false) && admitted(2, true));
    // Bodies of the account and of others wait, too. Requests without a credential have a budget of their own.
    budget.lease(address(1)).grow(50).unwrap();
    for payer in [account(1), account(2)] {
        let refused = budget.lease(payer).grow(1).unwrap_err();
        assert_eq!(refused.kind, ErrorKind::Unavailable);
        assert!(refused.retry_after.is_some());
    }
    drop(second);
    assert!(admitted(1, false) && admitted(2, false));
    assert_eq!(budget.held_bytes(), 99);
    let mut first = first;
    first.grow(1);
    assert!(!admitted(1, false) && admitted(2, false));
    assert_eq!(budget.held_bytes(), 100);
    drop(first);
    assert_eq!(budget.held_bytes(), 0);
    assert!(budget.used().each.is_empty() && budget.used().answers_of.is_empty());
}

#[test]
fn accounts_that_hold_little_are_served_while_others_hold_the_total() {
    // An account may then hold 10 bytes, all of them together 256.
    let budget = BodyBudget::new(limits(2048, 2560, 50));
    let account = |n: u64| Payer::Account(format!("usr_{n:026}").parse().unwrap());
    let large: Vec<_> = (1..4)
        .map(|n| budget.charge(account(n), false, 2500))
        .collect();
    assert!(budget.admit_answer(&account(1), false).is_err());
    let mut others = Vec::new();
    for n in 4..26 {
        assert!(budget.admit_answer(&account(n), false).is_ok(), "{n}");
        let charge = budget.charge(account(n), false, 4);
        let mut body = budget.lease(account(n));
        assert!(body.grow(7).is_err(), "{n} would hold more than 10 bytes");
        body.grow(6).unwrap();
        assert!(budget.admit_answer(&account(n), false).is_err());
        others.push((charge, body));
    }
    // 22 accounts with 10 bytes and three with more leave 6 of 256.
    assert_eq!(budget.used().small, 250);
    let mut last = budget.lease(account(30));
    assert!(last.grow(7).is_err());
    last.grow(6).unwrap();
    assert!(budget.admit_answer(&account(31), false).is_err());
    assert!(budget.admit_answer(&account(31), true).is_ok());
    let mut sign_in = budget.lease(address(1));
    for bytes in [20, 50, 30] {
        sign_in.resize(bytes).unwrap();
    }
    drop((large, others, last, sign_in));
    assert_eq!((budget.held_bytes(), budget.used().small), (0, 0));
}

/// Memory that other accounts hold takes nothing from the reserve, even if it exceeds the total.
#[test]
fn other_accounts_take_nothing_from_the_reserve() {
    let budget = BodyBudget::new(limits(200, 100, 50));
    let account = |n: u64| Payer::Account(format!("usr_{n:026}").parse().unwrap());
    let _large = budget.charge(account(1), false, 3 * RESERVE_BYTES);
    let mut strangers = budget.lease(address(1));
    strangers.grow(50).unwrap();
    assert!(budget.admit_answer(&account(2), true).is_ok());
    assert!(budget.admit_answer(&account(2), false).is_err());
    let mut administrator = budget.lease(account(2)).with_reserve(true);
    administrator.grow(100).unwrap();
    let mut sign_in = budget.lease(Payer::Address("127.0.0.1".parse().unwrap()));
    sign_in.grow(50).unwrap();
    // The reserve itself is used up only by those who have it.
    let _own = budget.charge(account(3), true, RESERVE_BYTES);
    assert!(budget.admit_answer(&account(2), true).is_err());
}

proptest! {
    /// For any sequence of requests, no budget is exceeded and all bytes are released.
    #[test]
    fn no_budget_is_exceeded(
        asked in prop::collection::vec((0_u8..6, 0_usize..90, prop::bool::ANY), 1..80),
    ) {
        let budget = BodyBudget::new(limits(200, 100, 50));
        let mut leases: Vec<Lease> = (0..6).map(|n| budget.lease(address(n / 2))).collect();
        for (which, bytes, drops) in asked {
            let lease = &mut leases[usize::from(which)];
            let before = lease.bytes();
            if lease.resize(bytes).is_err() {
                prop_assert_eq!(lease.bytes(), before);
            }
            if drops {
                *lease = lease.sibling();
            }
            let sum: usize = leases.iter().map(Lease::bytes).sum();
            prop_assert_eq!(budget.held_bytes(), sum);
            prop_assert!(sum <= 50);
        }
        drop(leases);
        prop_assert_eq!(budget.held_bytes(), 0);
    }
}
