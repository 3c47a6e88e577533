//! Heavy work off the caller's thread, on any runtime: a thread of its own and a future that wakes.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

struct Shared<T> {
    outcome: Option<std::thread::Result<T>>,
    waker: Option<Waker>,
}

/// Work under way. Dropping it lets the work end unheard.
pub(crate) struct Task<T> {
    shared: Arc<Mutex<Shared<T>>>,
}

/// Starts work. Where no thread can be had (wasm), it runs here and now.
pub(crate) fn spawn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Task<T> {
    let shared = Arc::new(Mutex::new(Shared {
        outcome: None,
        waker: None,
    }));
    let job = {
        let shared = Arc::clone(&shared);
        move || {
            let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            shared.outcome = Some(outcome);
            if let Some(waker) = shared.waker.take() {
                waker.wake();
            }
        }
    };
    if cfg!(target_family = "wasm") {
        job();
    } else {
        std::thread::spawn(job);
    }
    Task { shared }
}

impl<T> Future for Task<T> {
    type Output = T;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        match shared.outcome.take() {
            Some(Ok(value)) => Poll::Ready(value),
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            None => {
                shared.waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::future::Future;
    use std::sync::Arc;
    use std::task::{Context, Poll, Wake};

    struct Unpark(std::thread::Thread);

    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }

    /// The smallest executor there is: this crate runs on any.
    pub(crate) fn block_on<F: Future>(future: F) -> F::Output {
        let mut future = std::pin::pin!(future);
        let waker = Arc::new(Unpark(std::thread::current())).into();
        let mut context = Context::from_waker(&waker);
        loop {
            match future.as_mut().poll(&mut context) {
                Poll::Ready(value) => return value,
                Poll::Pending => std::thread::park(),
            }
        }
    }

    #[test]
    fn work_comes_back() {
        assert_eq!(block_on(super::spawn(|| 6 * 7)), 42);
    }

    #[test]
    #[should_panic(expected = "inside")]
    fn a_panic_comes_back_too() {
        block_on(super::spawn(|| panic!("inside")));
    }
}
