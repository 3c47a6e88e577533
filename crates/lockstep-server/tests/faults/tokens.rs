//! A client that refreshes its tokens again and again: a refresh token works once, crash or not.

use serde_json::{Value as Json, json};

use crate::app::{ADMIN_PASSWORD, Answer, Anyone};

/// The token pairs, each obtained with the one before.
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
    pub(crate) async fn sign_in(nobody: &Anyone) -> Self {
        let body = json!({ "username": "admin", "password": ADMIN_PASSWORD });
        let pair = nobody.post("/api/auth/token", body).await.ok();
        Self {
            past: vec![Pair::new(&pair, 0, 0)],
            under_way: None,
        }
    }

    pub(crate) fn acknowledged(&self) -> u64 {
        self.past.len() as u64 - 1
    }

    /// Refreshes so many times.
    pub(crate) async fn work(
        &mut self,
        nobody: &Anyone,
        times: u64,
        position: &(dyn Fn() -> usize + Sync),
    ) {
        for _ in 0..times {
            let begun = position();
            self.under_way = Some(begun);
            let pair = refresh(nobody, &self.past.last().unwrap().refresh).await;
            self.past.push(Pair::new(&pair.ok(), begun, position()));
            self.under_way = None;
        }
    }

    /// Refreshes once, where it may be refused; then the old one is still the newest.
    pub(crate) async fn attempt(&mut self, nobody: &Anyone) -> Answer {
        let answer = refresh(nobody, &self.past.last().unwrap().refresh).await;
        if answer.status == 200 {
            self.past.push(Pair::new(&answer.json(), 0, 0));
        }
        answer
    }

    /// Whether a server that was cut off when the log was this long knows the newest pair it gave
    /// and none of the used ones. It is of no use afterwards.
    pub(crate) async fn held(&self, nobody: &Anyone, position: usize, said: &str) {
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
            let bearer = nobody.bearing(&*self.past[last].access);
            bearer.get("/api/auth/me").await.ok();
        }
        let answer = refresh(nobody, &self.past[last].refresh).await;
        let fine = answer.status == 200 || (begun && answer.status == 401);
        assert!(fine, "{said}: {answer}");
        if let Some(used) = last.checked_sub(1) {
            let answer = refresh(nobody, &self.past[used].refresh).await;
            assert_eq!(answer.status, 401, "{said}: a used token: {answer}");
        }
    }

    /// After a crash: the newest one works unless it was just being used; then it may. The one
    /// before never does. Goes on with what it has, signing in anew where it has nothing.
    pub(crate) async fn settle(&mut self, nobody: &Anyone, said: &str) {
        let position = usize::MAX;
        let unsure = self.under_way.is_some();
        let answer = refresh(nobody, &self.past.last().unwrap().refresh).await;
        match (answer.status, unsure) {
            (200, _) => {
                let pair = Pair::new(&answer.ok(), position, position);
                self.past.push(pair);
                self.under_way = None;
            }
            (401, true) => *self = Self::sign_in(nobody).await,
            _ => panic!("{said}: {answer}"),
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

async fn refresh(nobody: &Anyone, token: &str) -> Answer {
    let body = json!({ "refresh_token": token });
    nobody.post("/api/auth/refresh", body).await
}
