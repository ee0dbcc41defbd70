//! Requests of the teacher about people, and of people about their tokens.

use axum::extract::{Extension, Path, Request, State};
use serde::Serialize;

use super::requests::{Answer, ClassApi};
use super::wire::{
    AcceptRequest, CodeOf, ListedPerson, PeopleChange, PersonChange, RosterAnswer, SettingsRequest,
};
use crate::body::{EmptyBody, JsonBody, read_body};
use crate::error::Refusal;
use crate::words;
use juez_class::{Class, ClassError, Person, PersonId};
use juez_grading::{Columns, Roster};
use juez_lobby::VisitorId;

/// Responds with the result of work that only the teacher can request.
async fn of_teacher<T: Serialize + Send + 'static>(
    api: ClassApi,
    by: Person,
    read: fn(&Class) -> Result<T, ClassError>,
) -> Answer {
    api.answer(move |api| {
        by.must_teach()?;
        read(api.class())
    })
    .await
}

pub(super) async fn people(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
) -> Answer {
    api.answer(move |api| {
        by.must_teach()?;
        let people = api.class().people()?;
        let visitors: Vec<_> =
            people.iter().map(|person| VisitorId::of_person(person.id)).collect();
        let listed = people.into_iter().zip(api.lobby.levels_of(&visitors)?);
        let listed = listed.map(|(person, levels)| ListedPerson { person, levels });
        Ok::<_, Refusal>(listed.collect::<Vec<_>>())
    })
    .await
}

pub(super) async fn incidents(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
) -> Answer {
    of_teacher(api, by, Class::incidents).await
}

/// Changes a person. Responds with the new return code, if there is one.
pub(super) async fn change_person(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    Path(id): Path<PersonId>,
    JsonBody(change): JsonBody<PersonChange>,
) -> Answer {
    api.answer(move |api| {
        by.must_teach()?;
        let (class, mut code_of) = (api.class(), None);
        let is_named = matches!(change, PersonChange::Rename { .. } | PersonChange::Team { .. });
        match change {
            PersonChange::Rename { name } => class.rename_person(id, &name)?,
            PersonChange::LogOut => class.log_out_everywhere(id)?,
            PersonChange::Team { with } => class.put_in_team(id, with)?,
            PersonChange::Code => {
                let (name, code) = (class.person(id)?.name, class.renew_return_code(id)?);
                code_of = Some(CodeOf { name, code });
            }
        }
        if is_named {
            api.site.tournaments.follow_names(&api.lobby, &[])?;
        }
        api.site.ladder.changed();
        api.streams.end_all();
        Ok::<_, Refusal>(code_of)
    })
    .await
}

/// Changes several people at once.
pub(super) async fn change_people(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    JsonBody(change): JsonBody<PeopleChange>,
) -> Answer {
    api.done(move |api| {
        by.must_teach()?;
        match change {
            PeopleChange::Freeze { people, frozen } => api.class().freeze(&people, frozen)?,
            PeopleChange::Remove { people } => {
                let names = api.class().remove_people(&people)?;
                // Matches that cannot be deleted now are deleted when the class starts again.
                api.streams.end_all();
                let visitors: Vec<_> = people.into_iter().map(VisitorId::of_person).collect();
                api.lobby.remove_visitors(&visitors)?;
                api.site.tournaments.follow_names(&api.lobby, &names)?;
            }
        }
        api.site.ladder.changed();
        api.streams.end_all();
        Ok::<_, Refusal>(())
    })
    .await
}

pub(super) async fn waiting(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
) -> Answer {
    of_teacher(api, by, Class::waiting).await
}

/// Accepts or refuses join requests. Responds with the names that are taken by now.
pub(super) async fn accept(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    JsonBody(AcceptRequest { waiting, accept }): JsonBody<AcceptRequest>,
) -> Answer {
    api.answer(move |api| {
        by.must_teach()?;
        if accept {
            api.class().accept(&waiting)
        } else {
            api.class().refuse(&waiting).map(|()| Vec::new())
        }
    })
    .await
}

/// Adds the people of a class list.
pub(super) async fn add_roster(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    request: Request,
) -> Answer {
    by.must_teach()?;
    let body = read_body(request, &()).await?;
    api.answer(move |api| {
        let columns = Columns { bots_optional: true, ..Columns::default() };
        let read = Roster::parse(&body, "roster.csv".as_ref(), &columns);
        let roster = read.map_err(|error| Refusal::wrong(words::roster_not_read(error)))?;
        let mut answer = RosterAnswer::default();
        for (name, code) in api.class().add_people(&roster)? {
            match code {
                Some(code) => answer.codes.push(CodeOf { name, code }),
                None => answer.left_out.push(name),
            }
        }
        Ok::<_, Refusal>(answer)
    })
    .await
}

pub(super) async fn settings(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    JsonBody(request): JsonBody<SettingsRequest>,
) -> Answer {
    api.done(move |api| {
        by.must_teach()?;
        let SettingsRequest { open, new_code, asks, classmates_play, ladder } = request;
        if let Some(open) = open {
            api.class().set_open(open)?;
        }
        if let Some(asks) = asks {
            api.class().set_asks_about_second_names(asks)?;
        }
        if let Some(play) = classmates_play {
            api.class().set_classmates_play(play)?;
        }
        if let Some(plays) = ladder {
            api.class().set_ladder(plays)?;
            api.site.ladder.changed();
        }
        if new_code == Some(true) {
            api.class().renew_join_code()?;
        }
        Ok::<_, ClassError>(())
    })
    .await
}

/// Makes a token for the person's programs.
pub(super) async fn new_token(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    JsonBody(EmptyBody {}): JsonBody<EmptyBody>,
) -> Answer {
    api.answer(move |api| api.class().new_token(by.id)).await
}

pub(super) async fn delete_tokens(
    State(api): State<ClassApi>,
    Extension(by): Extension<Person>,
    JsonBody(EmptyBody {}): JsonBody<EmptyBody>,
) -> Answer {
    api.done(move |api| api.class().delete_tokens(by.id)).await
}
