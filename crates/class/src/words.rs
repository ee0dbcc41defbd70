//! Sentences of refusals.

use juez_core::sentences;

sentences! {
    /// Sentences of refusals in a class.
    SENTENCES:
    wrong_join_code() = "this is not the join code of the class";
    joining_closed() = "the class is closed to new people; ask your teacher";
    name_taken(name) = "{name} is already in the class; if that is you, come back with your return code";
    name_empty() = "a name needs a letter or a digit";
    name_too_long(most) = "a name has at most {most} characters";
    name_has_marks() = "invisible characters are not allowed in a name";
    class_full(most) = "a class has at most {most} people";
    wrong_return_code() = "this is not a return code of the class";
    wrong_teacher_key() = "this is not the teacher key of the class";
    frozen() = "your teacher has paused your account";
    paused_does_not_join() = "your teacher has paused an account in this browser: no other person can join from it";
    too_many_wait() = "too many people are waiting to join; tell your teacher";
    waits_no_more() = "this person is no longer waiting to join";
    for_teachers() = "this is for the teacher";
    no_such_person() = "no such person in the class";
    teacher_stays() = "the account of the teacher cannot be changed this way";
    team_full(most) = "a team has at most {most} people";
    no_such_bot() = "no such bot";
    classmates_do_not_play() = "your teacher does not let classmates play each other's bots: choose another opponent";
    taken_off_the_ladder() = "your teacher has taken this bot off the ladder";
    no_such_version(number) = "this bot has no version {number}";
    bot_name_taken(name) = "a bot called {name} already exists: choose another name";
    too_many_bots(most) = "a team has at most {most} bots";
    too_many_bytes(most) = "the bots of a team have at most {most} MB of source together";
    bad_file_name(name) = "{name} is not a file name: small letters, digits, - and _, and the ending of its language";
    no_main_file(name) = "a bot needs the file {name}";
    bot_too_large(kib, files) = "a bot has at most {kib} KiB of source in {files} files";
    no_such_language(name) = "unknown language {name}";
    no_such_question() = "the teacher has taken this position back";
    too_many_questions(most) = "at most {most} positions are put to a class; take one back";
    no_such_tournament() = "no such tournament";
    too_many_tokens(most) = "you already have {most} tokens; delete them first";
}
