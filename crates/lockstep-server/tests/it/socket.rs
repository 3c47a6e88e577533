//! A WebSocket client.

use axum::http::{HeaderValue, Request, header};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value as Json;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::app::TestClient;

/// An open socket.
pub(crate) struct Socket {
    pub(crate) stream: WebSocketStream<TcpStream>,
    /// The headers of the response to the upgrade.
    pub(crate) headers: axum::http::HeaderMap,
}

/// A refused upgrade: its status (0 if the connection ended without a response) and its body.
pub(crate) type Refused = (u16, Json);

impl TestClient {
    /// Opens a socket with the bearer credential.
    pub(crate) async fn socket(&self, path: &str) -> Socket {
        self.try_socket(path).await.unwrap()
    }

    /// Opens a socket; the server may refuse it.
    pub(crate) async fn try_socket(&self, path: &str) -> Result<Socket, Refused> {
        let mut request = self.upgrade(path);
        if let Some(token) = &self.token {
            let bearer = HeaderValue::from_str(&format!("Bearer {token}")).unwrap();
            request.headers_mut().insert(header::AUTHORIZATION, bearer);
        }
        self.connect(request).await
    }

    /// Opens a socket as a browser does, with a ticket.
    pub(crate) async fn socket_by(&self, path: &str, ticket: &str) -> Result<Socket, Refused> {
        let mut request = self.upgrade(path);
        let offered = HeaderValue::from_str(&format!("lockstep.v1, ticket.{ticket}")).unwrap();
        let headers = request.headers_mut();
        headers.insert(header::SEC_WEBSOCKET_PROTOCOL, offered);
        headers.insert(
            header::ORIGIN,
            HeaderValue::from_static("https://elsewhere"),
        );
        self.connect(request).await
    }

    /// Opens a socket with these headers.
    pub(crate) async fn socket_with(
        &self,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Socket, Refused> {
        let mut request = self.upgrade(path);
        for (name, value) in headers {
            let value = HeaderValue::from_str(value).unwrap();
            request.headers_mut().insert(*name, value);
        }
        self.connect(request).await
    }

    fn upgrade(&self, path: &str) -> Request<()> {
        let url = format!("ws://{}{path}", self.address);
        url.into_client_request().unwrap()
    }

    async fn connect(&self, request: Request<()>) -> Result<Socket, Refused> {
        let stream = TcpStream::connect(self.address).await.unwrap();
        match tokio_tungstenite::client_async(request, stream).await {
            Ok((stream, answer)) => Ok(Socket {
                stream,
                headers: answer.headers().clone(),
            }),
            Err(Error::Http(answer)) => {
                let body = answer.body().clone().unwrap_or_default();
                let body = serde_json::from_slice(&body).unwrap_or(Json::Null);
                Err((answer.status().as_u16(), body))
            }
            // The connection ended without a response.
            Err(_) => Err((0, Json::Null)),
        }
    }
}

impl Socket {
    /// Returns the next text message as JSON.
    pub(crate) async fn next(&mut self) -> Json {
        match self.received().await {
            Received::Message(message) => message,
            Received::Closed(code) => panic!("closed with {code}"),
        }
    }

    /// Returns the next message of a type; skips others.
    pub(crate) async fn next_of(&mut self, kind: &str) -> Json {
        loop {
            let message = self.next().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Returns the close code of the socket; skips messages before it.
    pub(crate) async fn closed(&mut self) -> u16 {
        loop {
            if let Received::Closed(code) = self.received().await {
                return code;
            }
        }
    }

    /// Returns the next message or the end; fails after a minute without either.
    pub(crate) async fn received(&mut self) -> Received {
        let received = tokio::time::timeout(ANSWER_TIMEOUT, self.listen());
        received.await.expect("no message arrived within a minute")
    }

    async fn listen(&mut self) -> Received {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => {
                    return Received::Message(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Close(Some(frame)))) => {
                    return Received::Closed(frame.code.into());
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                None | Some(Err(_)) => return Received::Closed(0),
                other => panic!("{other:?}"),
            }
        }
    }

    pub(crate) async fn send(&mut self, message: Message) {
        self.stream.send(message).await.unwrap();
    }
}

/// The next event on a socket. Close code 0: the connection ended without a close frame.
pub(crate) enum Received {
    Message(Json),
    Closed(u16),
}

const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);
