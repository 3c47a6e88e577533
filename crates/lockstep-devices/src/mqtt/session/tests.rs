//! The alarm of a silent client.

use std::sync::Mutex;

use lockstep_store::Timestamp;

use super::*;

/// A clock that shows these seconds, one after the other.
struct Readings(Mutex<VecDeque<u64>>);

impl Clock for Readings {
    fn now(&self) -> Timestamp {
        Timestamp(0)
    }

    fn monotonic(&self) -> Duration {
        let seconds = self.0.lock().unwrap().pop_front();
        Duration::from_secs(seconds.expect("the clock is read once for each alarm"))
    }
}

#[tokio::test(start_paused = true)]
async fn an_alarm_that_rings_early_is_set_again() {
    let clock = Readings(Mutex::new(VecDeque::from([10, 14, 15])));
    let mut alarm = pin!(tokio::time::sleep(Duration::ZERO));
    let start = alarm.deadline();
    sleep_until(alarm.as_mut(), &clock, Duration::from_secs(15)).await;
    // At 10 s it is set for 5 s, and at 14 s for the last one.
    assert!(alarm.deadline() - start >= Duration::from_secs(6));
    assert!(clock.0.lock().unwrap().is_empty());
}
