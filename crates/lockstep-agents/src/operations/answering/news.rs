//! Answers what is new.

use super::{AnswerSection, PendingAnswer, merged};
use crate::answer::{Answer, AnswerKind};
use crate::core_agent::{CoreAgent, owner};
use crate::profile::Profile;
use crate::understanding::News;

impl PendingAnswer<'_> {
    /// Lists what is new; the coordinator asks for each part the agent that has its tool. An agent without such a tool
    /// makes its report.
    pub(super) async fn news(&mut self, news: News) -> Answer {
        if news.parts.is_empty() {
            return self.summary().await;
        }
        let is_coordinator = self.profile.core.is_some_and(CoreAgent::is_coordinator);
        let mut sections = Vec::new();
        for (heading, call) in news.parts {
            let specialist = owner(&call.tool).filter(|_| is_coordinator);
            let answer = match specialist.map(Profile::core) {
                Some(specialist) => self.call_tool(&specialist, call).await,
                None => self.call_tool(self.profile, call).await,
            };
            let is_over = answer.kind == AnswerKind::Partial;
            let heading = heading.to_owned();
            sections.push(AnswerSection { heading, answer });
            if is_over {
                break;
            }
        }
        let mut answer = merged(sections);
        answer.content = format!("What is new {}:\n\n{}", news.period, answer.content);
        answer
    }
}
