//! The effect of one account's load on others. The tests occupy the store explicitly, so that no result
//! depends on time.

use std::sync::mpsc;

use lockstep_store::{Db, QueueOwner, StoreError};
use tokio::task::JoinHandle;

use crate::app::{Answer, PASSWORD, TestApp, TestClient};

/// Transactions that stay open until they are ended.
struct OpenTransactions {
    ends: Vec<mpsc::Sender<()>>,
    tasks: Vec<JoinHandle<Result<(), StoreError>>>,
}

impl OpenTransactions {
    fn new() -> Self {
        Self {
            ends: Vec::new(),
            tasks: Vec::new(),
        }
    }

    /// Occupies a reader for the account before it returns.
    async fn read(&mut self, db: &Db, owner: QueueOwner) {
        let (end, ending) = mpsc::channel();
        let (begun, beginning) = tokio::sync::oneshot::channel();
        let db = db.clone();
        self.tasks.push(tokio::spawn(owner.scope(async move {
            db.read("held", move |_| {
                begun.send(()).unwrap();
                ending.recv().unwrap();
                Ok(())
            })
            .await
        })));
        beginning.await.unwrap();
        self.ends.push(end);
    }

    /// Occupies the writer before it returns.
    async fn write(&mut self, db: &Db) {
        let (end, ending) = mpsc::channel();
        let (begun, beginning) = tokio::sync::oneshot::channel();
        let (db, mut begun) = (db.clone(), Some(begun));
        self.tasks.push(tokio::spawn(async move {
            db.write("held", move |_| {
                begun.take().unwrap().send(()).unwrap();
                ending.recv().unwrap();
                Ok(())
            })
            .await
        }));
        beginning.await.unwrap();
        self.ends.push(end);
    }

    async fn end(self) {
        for end in self.ends {
            end.send(()).unwrap();
        }
        for task in self.tasks {
            task.await.unwrap().unwrap();
        }
    }
}

fn owner(caller: &TestClient) -> QueueOwner {
    QueueOwner::Account(caller.id.parse().unwrap())
}

#[tokio::test]
async fn reads_of_one_account_leave_readers_for_others() {
    let app = TestApp::start().await;
    let (heavy, light) = (app.user("heavy").await, app.user("light").await);
    let mut open = OpenTransactions::new();
    // As many reads as may run at once for one account.
    for _ in 0..2 {
        open.read(&app.state().db, owner(&heavy)).await;
    }
    let waiting: Vec<_> = (0..8)
        .map(|_| {
            let heavy = heavy.clone();
            tokio::spawn(async move { heavy.get("/v1/sfdp/data").await.ok() })
        })
        .collect();
    light.get("/v1/sfdp/devices").await.ok();
    app.anonymous().signed_in("light", PASSWORD).await;
    assert!(waiting.iter().all(|read| !read.is_finished()));
    open.end().await;
    for read in waiting {
        read.await.unwrap();
    }
}

#[tokio::test]
async fn authentication_waits_for_neither_readers_nor_the_writer() {
    let app = TestApp::start().await;
    let light = app.user("light").await;
    let mut open = OpenTransactions::new();
    for _ in 0..2 {
        open.read(&app.state().db, QueueOwner::System).await;
        let other = app.user(&format!("other{}", open.ends.len())).await;
        open.read(&app.state().db, owner(&other)).await;
    }
    open.write(&app.state().db).await;
    // The catalogue is in memory, so the request waits for authentication only.
    light.get("/v1/sfdp/types").await.ok();
    let stranger = app.anonymous().bearing("lk_at_made_up");
    stranger
        .get("/v1/sfdp/types")
        .await
        .refused(401, "AUTH_ERROR");
    open.end().await;
}

#[tokio::test]
async fn the_last_activity_is_written_later_and_once() {
    let app = TestApp::start().await;
    let light = app.user("light").await;
    for _ in 0..5 {
        light.get("/v1/sfdp/types").await.ok();
    }
    let written = lockstep_accounts::write_last_uses(app.state()).await;
    assert!(written.is_ok());
    let all = app.admin().get("/v1/admin/users").await.ok();
    let mut users = all["users"].as_array().unwrap().iter();
    let user = users.find(|user| user["id"] == light.id).unwrap();
    assert!(user["lastActive"].is_string(), "{user}");
}

/// Sends 80 requests that wait for a reader. When this returns, 64 of them wait and 16 were refused.
async fn fill_the_queue(heavy: &TestClient) -> (Vec<JoinHandle<u16>>, Vec<Answer>) {
    let (refused, mut refusals) = tokio::sync::mpsc::unbounded_channel();
    let asking: Vec<_> = (0..80)
        .map(|_| {
            let (heavy, refused) = (heavy.clone(), refused.clone());
            tokio::spawn(async move {
                let answer = heavy.get("/v1/sfdp/devices").await;
                let status = answer.status;
                if status != 200 {
                    refused.send(answer).unwrap();
                }
                status
            })
        })
        .collect();
    let mut answers = Vec::new();
    for _ in 64..80 {
        answers.push(refusals.recv().await.unwrap());
    }
    (asking, answers)
}

#[tokio::test]
async fn an_account_with_too_much_waiting_is_refused_with_retry_after() {
    let app = TestApp::start().await;
    let (heavy, light) = (app.user("heavy").await, app.user("light").await);
    let mut open = OpenTransactions::new();
    for _ in 0..2 {
        open.read(&app.state().db, owner(&heavy)).await;
    }
    let (asking, refusals) = fill_the_queue(&heavy).await;
    for answer in refusals {
        answer.refused(503, "SERVER_ERROR");
        assert_eq!(answer.header("retry-after"), Some("1"), "{answer}");
    }
    light.get("/v1/sfdp/devices").await.ok();
    open.end().await;
    let mut answered = 0;
    for asked in asking {
        answered += u32::from(asked.await.unwrap() == 200);
    }
    assert_eq!(answered, 64);
}

#[tokio::test]
async fn requests_of_disconnected_clients_leave_the_queue() {
    let app = TestApp::start().await;
    let heavy = app.user("heavy").await;
    let mut open = OpenTransactions::new();
    for _ in 0..2 {
        open.read(&app.state().db, owner(&heavy)).await;
    }
    let (asking, _) = fill_the_queue(&heavy).await;
    for asked in asking {
        asked.abort();
    }
    let (db, waiter) = (app.state().db.clone(), owner(&heavy));
    let has_room = async {
        loop {
            let read = db.read::<_, StoreError, _>("test", |_| Ok(()));
            let mut read = Box::pin(waiter.clone().scope(read));
            tokio::select! {
                biased;
                refused = &mut read => assert!(matches!(refused, Err(StoreError::Busy { .. }))),
                () = std::future::ready(()) => return,
            }
            tokio::task::yield_now().await;
        }
    };
    let most = std::time::Duration::from_secs(20);
    let room = tokio::time::timeout(most, has_room).await;
    room.expect("requests of disconnected clients still wait");
    open.end().await;
}
