//! Questions without a subject, such as greetings. An agent without a model answers them with its help or its report.

use super::*;

#[tokio::test]
async fn a_model_is_asked_questions_without_a_subject() {
    let (endpoint, url) = Endpoint::start().await;
    let app = TestApp::start_with(|config| model(config, "local", &url)).await;
    let ada = app.user("ada").await;
    device(&ada, "Fenix").await;
    let coach = agent(&ada, json!(["devices.list"]), json!({ "model": "local" })).await;
    endpoint.will(&[Step::Text("Your Fenix is new.")]);
    let mut asked = Vec::new();
    for question in [
        "What is new?",
        "Give me a summary",
        "What can you do?",
        "hello",
    ] {
        let response = ask(&ada, &coach, question).await;
        assert_eq!(
            (&response["type"], &response["content"]),
            (&json!("text"), &json!("Your Fenix is new.")),
            "{question}: {response}"
        );
        asked.push(json!({ "role": "user", "content": question }));
    }
    // The same as the action itself.
    let body = json!({ "type": "query", "content": { "action": "What is new?" } });
    let path = format!("/v1/agents/{coach}/message");
    let answered = ada.post(&path, body).await.ok();
    assert_eq!(answered["response"]["content"], "Your Fenix is new.");
    asked.push(json!({ "role": "user", "content": "What is new?" }));
    let received = endpoint.received();
    let newest = received
        .iter()
        .map(|request| request["messages"].as_array().unwrap().last().unwrap());
    assert_eq!(newest.cloned().collect::<Vec<_>>(), asked);
}

/// If the model fails, the help or the report of the agent is the answer, marked as partial.
#[tokio::test]
async fn help_and_reports_replace_the_answer_of_a_model_that_fails() {
    let (endpoint, url) = Endpoint::start().await;
    let app = TestApp::start_with(|config| model(config, "local", &url)).await;
    let ada = app.user("ada").await;
    device(&ada, "Fenix").await;
    let sentinel = "agt_core_sentinel";
    let change = json!({ "parameters": {}, "model": "local" });
    ada.patch(&format!("/v1/agents/{sentinel}/config"), change)
        .await
        .ok();
    endpoint.will(&[Step::Status(500)]);
    for (question, expected) in [
        ("What is new?", ["## Devices", "Fenix"]),
        ("hello", ["Questions that I answer:", "devices.list"]),
    ] {
        let response = ask(&ada, sentinel, question).await;
        assert_eq!(response["type"], "partial", "{question}: {response}");
        let content = response["content"].as_str().unwrap();
        for text in expected.into_iter().chain(["status 500"]) {
            assert!(content.contains(text), "{question}: {content}");
        }
    }
}
