//! A client of the sockets.

use axum::http::{HeaderValue, Request, header};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value as Json;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::app::Anyone;

/// An open socket.
pub(crate) struct Socket {
    pub(crate) stream: WebSocketStream<TcpStream>,
    /// Headers of the answer that opened it.
    pub(crate) headers: axum::http::HeaderMap,
}

/// An upgrade that was refused: its status (0: the connection just ended), its body.
pub(crate) type Refused = (u16, Json);

impl Anyone {
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
    /// The next text message, as JSON.
    pub(crate) async fn next(&mut self) -> Json {
        match self.heard().await {
            Heard::Message(message) => message,
            Heard::Closed(code) => panic!("closed with {code}"),
        }
    }

    /// The next message of a type; others are passed over.
    pub(crate) async fn next_of(&mut self, kind: &str) -> Json {
        loop {
            let message = self.next().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The close code with which it ends; messages before are passed over.
    pub(crate) async fn closed(&mut self) -> u16 {
        loop {
            if let Heard::Closed(code) = self.heard().await {
                return code;
            }
        }
    }

    /// The next message or the end; a minute without either is a failure.
    pub(crate) async fn heard(&mut self) -> Heard {
        let heard = tokio::time::timeout(PATIENCE, self.listen());
        heard.await.expect("nothing came in a minute")
    }

    async fn listen(&mut self) -> Heard {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => {
                    return Heard::Message(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Close(Some(frame)))) => {
                    return Heard::Closed(frame.code.into());
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                None | Some(Err(_)) => return Heard::Closed(0),
                other => panic!("{other:?}"),
            }
        }
    }

    pub(crate) async fn send(&mut self, message: Message) {
        self.stream.send(message).await.unwrap();
    }
}

/// The next event on a socket. Close code 0: the connection ended without a close frame.
pub(crate) enum Heard {
    Message(Json),
    Closed(u16),
}

const PATIENCE: Duration = Duration::from_secs(60);
