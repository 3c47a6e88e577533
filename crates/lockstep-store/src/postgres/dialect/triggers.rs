//! Writes SQLite's triggers as PostgreSQL's: each becomes a function with the trigger's name, and a trigger that calls it.
//!
//! An AFTER trigger runs at the end of the statement in PostgreSQL, and after each row in SQLite. The triggers of the
//! capabilities depend on their own row and on rows that earlier statements stored, so both give the same result.

use super::super::tokens::{Kind, Token};
use super::{Writer, parenthesized, significant};

/// Returns the statements that create the trigger.
pub(super) fn created(all: &[Token<'_>]) -> String {
    let words: Vec<(usize, &Token<'_>)> = all
        .iter()
        .enumerate()
        .filter(|(_, token)| token.kind != Kind::Space)
        .collect();
    let place = |text: &str, from: usize| {
        let found = words.iter().skip(from).position(|(_, word)| word.is(text));
        found.map_or(words.len(), |found| found + from)
    };
    let at = |word: usize| words.get(word).map_or(all.len(), |(at, _)| *at);
    let first = match words.get(2).is_some_and(|(_, word)| word.is("IF")) {
        true => 5,
        false => 2,
    };
    let name = words.get(first).map_or("", |(_, word)| word.text);
    let (on, begin) = (place("ON", first), place("BEGIN", first));
    let when = place("WHEN", on).min(begin);
    let event: String = all[at(first + 1)..at(on)]
        .iter()
        .map(|token| token.text)
        .collect();
    let table = words.get(on + 1).map_or("", |(_, word)| word.text);
    let is_before = words
        .get(first + 1)
        .is_some_and(|(_, word)| word.is("BEFORE"));
    let returned = match (is_before, words.get(first + 2)) {
        (true, Some((_, event))) if event.is("DELETE") => "OLD",
        (true, _) => "NEW",
        (false, _) => "NULL",
    };
    let mut body = String::new();
    if when < begin {
        let condition = Writer::new("").written(&all[at(when) + 1..at(begin)]);
        body += &format!("IF NOT coalesce({condition}, FALSE) THEN RETURN {returned}; END IF; ");
    }
    let end = words.iter().rposition(|(_, word)| word.is("END"));
    let mut from = at(begin) + 1;
    for end in ends(all, from, at(end.unwrap_or(words.len()))) {
        body += &one(&all[from..end]);
        from = end + 1;
    }
    format!(
        "CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $trigger$ BEGIN \
         {body}RETURN {returned}; END $trigger$; \
         CREATE OR REPLACE TRIGGER {name} {event}ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()"
    )
}

/// Returns the places of the semicolons between two places.
fn ends(all: &[Token<'_>], from: usize, to: usize) -> impl Iterator<Item = usize> {
    let places = all.iter().enumerate().take(to).skip(from);
    places.filter(|(_, token)| token.is(";")).map(|(at, _)| at)
}

/// Writes a statement of a trigger's body.
fn one(statement: &[Token<'_>]) -> String {
    let mut words = significant(statement);
    let is_selection = words.next().is_some_and(|word| word.is("SELECT"));
    let raises = words.next().is_some_and(|word| word.is("RAISE"));
    let text: String = statement.iter().map(|token| token.text).collect();
    if !is_selection {
        return Writer::new(&text).written(statement) + "; ";
    }
    let after = statement
        .iter()
        .position(|token| token.is(if raises { "RAISE" } else { "SELECT" }))
        .map_or(statement.len(), |at| at + 1);
    if !raises {
        return format!("PERFORM {}; ", Writer::new("").written(&statement[after..]));
    }
    let (taken, inner) = parenthesized(&statement[after..]).unwrap_or((0, &[]));
    let message = inner.iter().find(|token| token.kind == Kind::Text);
    let message = message.map_or("''", |token| token.text);
    let raise = format!("RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = {message}; ");
    let rest = &statement[after + taken..];
    match rest.iter().position(|token| token.is("WHERE")) {
        Some(at) => format!(
            "IF {} THEN {raise}END IF; ",
            Writer::new("").written(&rest[at + 1..])
        ),
        None => raise,
    }
}

#[cfg(test)]
mod tests {
    use crate::postgres::dialect::script;

    #[test]
    fn a_trigger_becomes_a_function() {
        let written = script(
            "CREATE TRIGGER kept BEFORE DELETE ON t WHEN OLD.a IS 1 BEGIN
                 SELECT RAISE(ABORT, 'it''s kept') WHERE OLD.b = 1; END",
        );
        let one = &written[0];
        assert!(
            one.contains("IF NOT coalesce( OLD.a IS NOT DISTINCT FROM 1 , FALSE) THEN RETURN OLD")
        );
        assert!(one.contains("IF  OLD.b = 1 THEN RAISE EXCEPTION"), "{one}");
        assert!(one.contains("MESSAGE = 'it''s kept'; END IF; RETURN OLD; END $trigger$"));
        assert!(one.ends_with(
            "CREATE OR REPLACE TRIGGER kept BEFORE DELETE ON t FOR EACH ROW EXECUTE FUNCTION kept()"
        ));
    }
}
