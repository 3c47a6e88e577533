//! Chats that are deleted while a message is being answered.

use super::*;
use crate::app::until;

#[tokio::test]
async fn an_answer_is_not_kept_in_a_chat_that_was_deleted_in_the_meantime() {
    let (endpoint, url) = Endpoint::start().await;
    let app = TestApp::start_with(|config| model_with_time_out(config, "local", (&url, 1))).await;
    let ada = app.user("ada").await;
    let coach = agent(&ada, json!(["devices.list"]), json!({ "model": "local" })).await;
    // The model sends a part of its answer, and the agent waits a second for the rest.
    endpoint.will(&[Step::Stall]);
    let chat = format!("/v1/agents/{coach}/chat");
    let delete_chat = async {
        until(|| !endpoint.received().is_empty()).await;
        ada.delete(&chat).await.ok();
    };
    let (response, ()) = tokio::join!(ask(&ada, &coach, QUESTION), delete_chat);
    assert_eq!(response["type"], "partial", "{response}");
    let kept = async || ada.get(&chat).await.ok()["messages"].clone();
    assert_eq!(kept().await, json!([]));
    endpoint.will(&[Step::Text("You have none.")]);
    ask(&ada, &coach, QUESTION).await;
    let kept = kept().await;
    let messages = kept.as_array().unwrap().iter();
    let senders: Vec<_> = messages.map(|message| &message["sender"]).collect();
    assert_eq!(senders, ["user", "agent"]);
}
