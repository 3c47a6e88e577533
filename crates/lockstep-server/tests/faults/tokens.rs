//! A client that refreshes its tokens repeatedly: a refresh token works once, even across crashes.

use serde_json::{Value as Json, json};

use crate::app::{ADMIN_PASSWORD, Answer, TestClient};

/// The token pairs; each was obtained with the previous one.
pub(crate) struct Tokens {
    past: Vec<Pair>,
    /// The log position at which the unanswered refresh was sent.
    under_way: Option<usize>,
}

struct Pair {
    /// The log positions at the request and at the response.
    begun: usize,
    acknowledged: usize,
    access: String,
    refresh: String,
}

impl Tokens {
    pub(crate) async fn sign_in(anonymous: &TestClient) -> Self {
        let body = json!({ "username": "admin", "password": ADMIN_PASSWORD });
        let pair = anonymous.post("/api/auth/token", body).await.ok();
        Self {
            past: vec![Pair::new(&pair, 0, 0)],
            under_way: None,
        }
    }

    pub(crate) fn acknowledged(&self) -> u64 {
        self.past.len() as u64 - 1
    }

    /// Refreshes this many times.
    pub(crate) async fn work(
        &mut self,
        anonymous: &TestClient,
        times: u64,
        position: &(dyn Fn() -> usize + Sync),
    ) {
        for _ in 0..times {
            let begun = position();
            self.under_way = Some(begun);
            let pair = refresh(anonymous, &self.past.last().unwrap().refresh).await;
            self.past.push(Pair::new(&pair.ok(), begun, position()));
            self.under_way = None;
        }
    }

    /// Refreshes once. If the refresh is refused, the previous pair stays the newest.
    pub(crate) async fn attempt(&mut self, anonymous: &TestClient) -> Answer {
        let answer = refresh(anonymous, &self.past.last().unwrap().refresh).await;
        if answer.status == 200 {
            self.past.push(Pair::new(&answer.json(), 0, 0));
        }
        answer
    }

    /// Asserts that a server whose disk was cut at this log position accepts the newest pair and
    /// refuses used pairs. The tokens are invalid afterwards.
    pub(crate) async fn assert_holds(
        &self,
        anonymous: &TestClient,
        position: usize,
        context: &str,
    ) {
        let last = self
            .past
            .iter()
            .rposition(|pair| pair.acknowledged <= position)
            .unwrap();
        let begun = match self.past.get(last + 1) {
            Some(next) => next.begun <= position,
            None => self.under_way.is_some(),
        };
        if !begun {
            let bearer = anonymous.bearing(&*self.past[last].access);
            bearer.get("/api/auth/me").await.ok();
        }
        let answer = refresh(anonymous, &self.past[last].refresh).await;
        let fine = answer.status == 200 || (begun && answer.status == 401);
        assert!(fine, "{context}: {answer}");
        if let Some(used) = last.checked_sub(1) {
            let answer = refresh(anonymous, &self.past[used].refresh).await;
            assert_eq!(answer.status, 401, "{context}: a used token: {answer}");
        }
    }

    /// After a crash, asserts that the newest token works; it may be used up only if its refresh
    /// was unanswered. If it is used up, signs in again.
    pub(crate) async fn settle(&mut self, anonymous: &TestClient, context: &str) {
        let position = usize::MAX;
        let unsure = self.under_way.is_some();
        let answer = refresh(anonymous, &self.past.last().unwrap().refresh).await;
        match (answer.status, unsure) {
            (200, _) => {
                let pair = Pair::new(&answer.ok(), position, position);
                self.past.push(pair);
                self.under_way = None;
            }
            (401, true) => *self = Self::sign_in(anonymous).await,
            _ => panic!("{context}: {answer}"),
        }
    }
}

impl Pair {
    fn new(pair: &Json, begun: usize, acknowledged: usize) -> Self {
        let text = |name: &str| pair[name].as_str().unwrap().to_owned();
        Self {
            begun,
            acknowledged,
            access: text("access_token"),
            refresh: text("refresh_token"),
        }
    }
}

async fn refresh(anonymous: &TestClient, token: &str) -> Answer {
    let body = json!({ "refresh_token": token });
    anonymous.post("/api/auth/refresh", body).await
}
