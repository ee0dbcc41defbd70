//! The rights of each user: everything it needs and nothing else.

use async_nats::ConnectOptions;
use async_nats::jetstream::consumer::pull;
use async_nats::jetstream::{self, Context};
use std::fs;
use std::path::Path;
use std::time::Duration;
use tokio::runtime::Runtime;

use crate::nats::Nats;
use crate::processes::{Process, WHAT, assert_same, done, folder, juez};

/// Returns the configuration that docs/scale.md shows.
fn shown_config() -> String {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/scale.md");
    let page = fs::read_to_string(page).expect("the page");
    let block = page.split("```text\n").find(|block| block.starts_with("authorization {"));
    let block = block.expect("the users").split("```").next().expect("its end");
    block.replace("change me too", "secret").replace("change me", "secret")
}

fn with_password(mut command: std::process::Command) -> std::process::Command {
    command.env("JUEZ_QUEUE_PASSWORD", "secret");
    command
}

fn worker(folder: &Path, url: &str) -> Process {
    let worker = ["worker", "--queue", url, "--user", "ana", "--concurrency", "1"];
    Process::command(&mut with_password(juez(folder, &worker)))
}

#[test]
fn the_users_of_the_documentation_suffice() {
    // Parts and sources are read and written too.
    let Some(nats) = Nats::with(&format!("max_payload: 8192\n{}", shown_config())) else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let _ana = worker(folder, &url);
    let queue = ["--db", "queue.db", "--quiet", "--queue", &url, "--user", "coordinator"];
    done(&mut with_password(juez(folder, &[&WHAT[..], &queue].concat())));
    assert_same(folder, &WHAT, "queue.db");
    let status = ["queue", "status", "--queue", &url, "--user", "coordinator"];
    done(&mut with_password(juez(folder, &status)));
}

#[test]
fn a_worker_can_neither_read_results_nor_send_jobs_nor_speak_for_another() {
    let Some(nats) = Nats::with(&shown_config()) else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    // The streams exist now.
    let queue = ["--db", "queue.db", "--queue", &url, "--user", "coordinator", "--json-events"];
    let coordinator =
        Process::command(&mut with_password(juez(folder, &[&WHAT[..], &queue].concat())));
    let runtime = Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let options = ConnectOptions::with_user_and_password("ana".into(), "secret".into());
        let options = options.custom_inbox_prefix("_INBOX_ana");
        let client = options.request_timeout(Some(Duration::from_millis(700)));
        let client = client.connect(&url).await.expect("a connection");
        let js = jetstream::context::ContextBuilder::new().timeout(Duration::from_millis(700));
        let js: Context = js.build(client.clone());
        let workers = format!("workers-{}", juez::queue::token(env!("CARGO_PKG_VERSION")));
        while js
            .get_consumer_from_stream::<pull::Config, _, _>(&workers, "JUEZ_JOBS")
            .await
            .is_err()
        {}
        for subject in
            ["juez.jobs.0_2_0.t", "juez.results.t.bo", "juez.bots.x.0", "juez.parts.t.bo.x.0"]
        {
            let sent = js.publish(subject, "lie".into()).await.expect("it is sent");
            assert!(sent.await.is_err(), "{subject} was taken");
        }
        for stream in ["JUEZ_RESULTS", "JUEZ_JOBS", "JUEZ_PARTS"] {
            assert!(js.get_stream(stream).await.is_err(), "{stream} was shown");
            let stream = js.get_stream_no_info(stream).await.expect("a name");
            assert!(stream.get_raw_message(1).await.is_err(), "a message of it was shown");
            assert!(stream.purge().await.is_err(), "it was emptied");
        }
        assert!(js.delete_stream("JUEZ_JOBS").await.is_err(), "a stream was removed");
        let _ = client.subscribe("_INBOX_coordinator.>").await;
        let _ = client.subscribe("juez.>").await;
    });
    // The coordinator is unaffected.
    let _ana = worker(folder, &url);
    let (status, said) = coordinator.end();
    assert!(status.success(), "{status} {said:?}");
    assert_same(folder, &WHAT, "queue.db");
}
