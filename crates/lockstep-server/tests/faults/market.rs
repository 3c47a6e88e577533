//! A seller offers data tokens, and a buyer buys and reads each: after a crash, acknowledged offers, purchases and reads
//! exist, and no money appeared or is lost.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use crate::app::{Answer, JUNE, PASSWORD, TestClient, points};

/// Two accounts that trade.
pub(crate) struct Market {
    /// The API keys of the accounts.
    seller: String,
    buyer: String,
    /// The number of acts that happened. The next one is to offer, to buy or to read, in turn.
    acts: u64,
    /// The newest token, its price in cents, and the newest purchase.
    token: String,
    cents: i64,
    purchase: String,
    /// The cents that the buyer owes to the seller.
    owed: i64,
    /// The purchases since the last crash, with their price in cents and the uses that are left.
    known: BTreeMap<String, (i64, u64)>,
    is_under_way: bool,
    acknowledged: u64,
}

impl Market {
    /// Creates the accounts, and stores the points that are offered.
    pub(crate) async fn open(admin: &TestClient) -> Self {
        let seller = account(admin, "seller").await;
        let body = points("heart_rate", "bpm", "strap", JUNE, &[60.0, 61.0, 62.0]);
        let stored = admin.bearing(&*seller).post("/v1/sfdp/data", body).await;
        stored.ok();
        Self {
            seller,
            buyer: account(admin, "buyer").await,
            acts: 0,
            token: String::new(),
            cents: 0,
            purchase: String::new(),
            owed: 0,
            known: BTreeMap::new(),
            is_under_way: false,
            acknowledged: 0,
        }
    }

    pub(crate) fn acknowledged(&self) -> u64 {
        self.acknowledged
    }

    /// Performs this many acts in sequence and requires success of each.
    pub(crate) async fn work(&mut self, anonymous: &TestClient, acts: u64) {
        for _ in 0..acts {
            self.is_under_way = true;
            let answer = self.act(anonymous).await;
            self.happened(&answer.ok());
            self.is_under_way = false;
            self.acknowledged += 1;
        }
    }

    async fn act(&self, anonymous: &TestClient) -> Answer {
        let buyer = anonymous.bearing(&*self.buyer);
        let token = format!("{MARKET}/tokens/{}", self.token);
        match self.acts % 3 {
            0 => {
                let offer = json!({
                    "dataPoints": ["type=heart_rate"], "price": euros(self.next_cents()), "currency": "EUR",
                    "accessRules": { "duration": "P30D", "allowedUses": USES, "restrictions": [] },
                });
                let seller = anonymous.bearing(&*self.seller);
                seller.post(&format!("{MARKET}/tokens"), offer).await
            }
            1 => {
                let stated = json!({ "expectedPrice": euros(self.cents), "currency": "EUR" });
                buyer.post(&format!("{token}/purchase"), stated).await
            }
            _ => buyer.get(&format!("{token}/data")).await,
        }
    }

    /// Records that the act whose turn it is happened.
    fn happened(&mut self, answer: &Json) {
        let id = |name: &str| answer[name].as_str().unwrap().to_owned();
        match self.acts % 3 {
            0 => (self.token, self.cents) = (id("tokenId"), self.next_cents()),
            1 => {
                self.purchase = id("purchaseId");
                self.owed += self.cents;
                self.known.insert(self.purchase.clone(), (self.cents, USES));
            }
            _ => {
                let read = (self.cents, USES - 1);
                self.known.insert(self.purchase.clone(), read);
            }
        }
        self.acts += 1;
    }

    /// After a crash, asserts that every acknowledged act exists, and that the balances are the sums of the purchases.
    /// Returns whether an act that was never answered was kept.
    pub(crate) async fn settle(&mut self, anonymous: &TestClient, context: &str) -> bool {
        let seller = anonymous.bearing(&*self.seller);
        let buyer = anonymous.bearing(&*self.buyer);
        let kept = match std::mem::take(&mut self.is_under_way) {
            true => self.unanswered(&seller, &buyer).await,
            false => None,
        };
        if let Some(answer) = &kept {
            self.happened(answer);
        }
        if !self.token.is_empty() {
            let path = format!("{MARKET}/tokens/{}", self.token);
            let token = seller.get(&path).await.ok();
            assert_eq!(token["price"], euros(self.cents), "{context}: {token}");
            assert_eq!(token["points"], 3, "{context}: {token}");
        }
        for (id, (cents, uses)) in std::mem::take(&mut self.known) {
            let path = format!("{MARKET}/purchases/{id}");
            let purchase = buyer.get(&path).await.ok();
            assert_eq!(purchase["price"], euros(cents), "{context}: {purchase}");
            assert_eq!(purchase["remainingUses"], uses, "{context}: {purchase}");
        }
        let balances = (balance(&buyer).await, balance(&seller).await);
        let owed = euros(self.owed);
        assert_eq!(balances, (-owed, owed), "{context}");
        kept.is_some()
    }

    /// Returns what the server would have answered to the act under way; `None` if the act did not happen.
    async fn unanswered(&self, seller: &TestClient, buyer: &TestClient) -> Option<Json> {
        if self.acts % 3 == 2 {
            let path = format!("{MARKET}/purchases/{}", self.purchase);
            let seen = buyer.get(&path).await.ok();
            return (seen["remainingUses"] == USES - 1).then_some(seen);
        }
        let (caller, list, name, last) = match self.acts % 3 {
            0 => (seller, "tokens", "tokenId", &self.token),
            _ => (buyer, "purchases", "purchaseId", &self.purchase),
        };
        let newest = caller.get(&format!("{MARKET}/{list}?limit=1")).await.ok();
        let id = newest[list][0]["id"].as_str()?;
        (id != last).then(|| json!({ name: id }))
    }

    /// The price of the next token.
    fn next_cents(&self) -> i64 {
        100 + (self.acts * 7 % 900) as i64
    }
}

/// Creates an account; returns an API key of it.
async fn account(admin: &TestClient, name: &str) -> String {
    let new = json!({
        "username": name, "email": format!("{name}@example.org"), "password": PASSWORD, "tier": "enterprise",
    });
    admin.post("/v1/admin/users", new).await.ok();
    let anonymous = TestClient::at(admin.address);
    let caller = anonymous.signed_in(name, PASSWORD).await;
    let key = caller.post("/v1/api-keys", json!({ "name": "kill" })).await;
    key.ok()["key"].as_str().unwrap().to_owned()
}

fn euros(cents: i64) -> f64 {
    cents as f64 / 100.0
}

/// Returns the balance in euros; 0 before the first transfer.
async fn balance(caller: &TestClient) -> f64 {
    let ledger = caller.get(&format!("{MARKET}/ledger?limit=1")).await.ok();
    let balance = ledger["balances"][0]["balance"].as_f64();
    balance.unwrap_or_default()
}

const MARKET: &str = "/v1/sfdp/marketplace";
/// The uses of each purchase.
const USES: u64 = 2;
