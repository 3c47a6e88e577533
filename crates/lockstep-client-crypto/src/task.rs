//! Heavy work off the caller's thread, on any runtime: a thread of its own and a future that wakes.
//!
//! Work is cancelled by dropping its future, or by a function that [`cancellable`] adds to it. It stops at
//! its next step, so most work ends within milliseconds.

use std::cell::RefCell;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

/// A function that says whether the caller still wants the result.
pub type IsActive = Arc<dyn Fn() -> bool + Send + Sync>;

/// Makes a future of this crate cancellable: its work asks `is_active` between its steps, and ends with an
/// error after the first `false`. Works without threads too, where a future cannot be dropped while it
/// works.
pub fn cancellable<F: Future>(is_active: IsActive, future: F) -> Cancellable<F> {
    Cancellable {
        is_active,
        future: Box::pin(future),
    }
}

/// The future of [`cancellable`].
pub struct Cancellable<F> {
    is_active: IsActive,
    future: Pin<Box<F>>,
}

impl<F: Future> Future for Cancellable<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let outer = IS_ACTIVE.replace(Some(Arc::clone(&self.is_active)));
        let restored = RestoreGuard(outer);
        let polled = self.future.as_mut().poll(context);
        drop(restored);
        polled
    }
}

impl<F> fmt::Debug for Cancellable<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cancellable")
    }
}

thread_local! {
    /// The function of the [`Cancellable`] that this thread polls.
    static IS_ACTIVE: RefCell<Option<IsActive>> = const { RefCell::new(None) };
}

/// Puts the outer function back, also after a panic.
struct RestoreGuard(Option<IsActive>);

impl Drop for RestoreGuard {
    fn drop(&mut self) {
        IS_ACTIVE.set(self.0.take());
    }
}

/// Whether the result of work is still wanted.
#[derive(Clone, Default)]
pub(crate) struct WorkWatch {
    is_dropped: Arc<AtomicBool>,
    is_active: Option<IsActive>,
}

impl WorkWatch {
    pub(crate) fn is_active(&self) -> bool {
        !self.is_dropped.load(Ordering::Relaxed) && self.is_active.as_ref().is_none_or(|ask| ask())
    }
}

struct Shared<T> {
    outcome: Option<std::thread::Result<T>>,
    waker: Option<Waker>,
}

/// Work in progress. Dropping it cancels the work.
pub(crate) struct Task<T> {
    shared: Arc<Mutex<Shared<T>>>,
    is_dropped: Arc<AtomicBool>,
}

/// Starts work. Where no thread can be had (wasm), it runs here and now.
pub(crate) fn spawn<T: Send + 'static>(
    work: impl FnOnce(&WorkWatch) -> T + Send + 'static,
) -> Task<T> {
    let shared = Arc::new(Mutex::new(Shared {
        outcome: None,
        waker: None,
    }));
    let wanted = WorkWatch {
        is_dropped: Arc::default(),
        is_active: IS_ACTIVE.with_borrow(Clone::clone),
    };
    let is_dropped = Arc::clone(&wanted.is_dropped);
    let job = {
        let shared = Arc::clone(&shared);
        move || {
            let work = std::panic::AssertUnwindSafe(|| work(&wanted));
            let outcome = std::panic::catch_unwind(work);
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
    Task { shared, is_dropped }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.is_dropped.store(true, Ordering::Relaxed);
    }
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
        assert_eq!(block_on(super::spawn(|_| 6 * 7)), 42);
    }

    #[test]
    #[should_panic(expected = "inside")]
    fn a_panic_comes_back_too() {
        block_on(super::spawn(|_| panic!("inside")));
    }

    #[test]
    fn dropped_work_is_told() {
        let (told, result) = std::sync::mpsc::channel();
        let task = super::spawn(move |wanted| {
            while wanted.is_active() {
                std::thread::yield_now();
            }
            told.send(()).unwrap();
        });
        drop(task);
        result.recv().unwrap();
    }

    #[test]
    fn cancelled_work_is_told_and_other_work_is_not() {
        let active = Arc::new(std::sync::atomic::AtomicBool::new(true));
        let asked = Arc::clone(&active);
        let is_active = move || asked.load(std::sync::atomic::Ordering::Relaxed);
        let future = super::cancellable(Arc::new(is_active), async {
            let first = super::spawn(super::WorkWatch::is_active).await;
            let cancel = super::spawn(move |wanted| {
                active.store(false, std::sync::atomic::Ordering::Relaxed);
                wanted.is_active()
            });
            (first, cancel.await)
        });
        assert_eq!(block_on(future), (true, false));
        assert!(block_on(super::spawn(super::WorkWatch::is_active)));
    }
}
