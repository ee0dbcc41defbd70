//! The venue of a tournament: this machine, or other machines with `--queue`.

use std::sync::Arc;

use juez_pool::Isolation;
use juez_tournament::{Ended, RunOptions, Store, Threads, Venue};

/// Options of a tournament whose matches other machines play.
#[derive(clap::Args, Clone, Default)]
pub(super) struct VenueArgs {
    /// Have workers play the matches, over the NATS server at this address, as in nats://host; several of a
    /// cluster separated by commas
    #[cfg(feature = "queue")]
    #[arg(long, value_name = "URL", help_heading = "Queue")]
    queue: Option<String>,
    #[cfg(feature = "queue")]
    #[command(flatten)]
    login: crate::cli::queue_args::LoginArgs,
    /// Share of the matches to play again here, such as `2%`; if one differs, all results of its
    /// worker are rejected
    #[cfg(feature = "queue")]
    #[arg(long, value_name = "SHARE", default_value = "2%", value_parser = read_share, requires = "queue", help_heading = "Queue")]
    recheck: f64,
    /// Give the matches of a worker to another after this long without a sign of life
    #[cfg(feature = "queue")]
    #[arg(long, value_name = "DURATION", default_value = "30s", value_parser = read_lease, requires = "queue", help_heading = "Queue")]
    lease: std::time::Duration,
    /// Matches sent in one message [default: about two seconds of work]
    #[cfg(feature = "queue")]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000), requires = "queue", help_heading = "Queue")]
    batch: Option<u32>,
    /// Copies that a cluster keeps of each message
    #[cfg(feature = "queue")]
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=5), requires = "queue", help_heading = "Queue")]
    replicas: u32,
}

/// An open venue: threads of this process, or workers.
pub(super) enum OpenVenue<'a> {
    Here(Threads<'a>),
    #[cfg(feature = "queue")]
    Workers(Box<juez_queue::Workers<'a>>),
}

impl VenueArgs {
    /// Opens the venue for a revision.
    ///
    /// # Errors
    /// If a server cannot be used.
    pub fn open<'a>(
        &self,
        store: &Store,
        revision: u32,
        isolation: &'a Isolation,
        options: &RunOptions,
    ) -> anyhow::Result<OpenVenue<'a>> {
        #[cfg(feature = "queue")]
        if let Some(address) = &self.queue {
            if let Some(player) = options.outside.first() {
                let name = &player.name;
                anyhow::bail!(
                    "{name} is a program or has weights of a file, and workers of a queue have neither: omit --queue"
                );
            }
            use juez_queue::{Workers, WorkersOptions, tournament_id};
            let plan = store.plan(revision)?;
            let server = self.login.server(address, None)?;
            let options = WorkersOptions {
                lease: self.lease,
                recheck: self.recheck,
                threads: options.concurrency,
                replicas: self.replicas,
                batch: self.batch,
            };
            let id = tournament_id(&plan.name, &plan.seed);
            let refused = store.refused_workers()?;
            let workers = Workers::open(&server, id, refused, isolation, options)?;
            return Ok(OpenVenue::Workers(Box::new(workers)));
        }
        let _ = (store, revision);
        let (concurrency, halt) = (options.concurrency, Arc::default());
        Ok(OpenVenue::Here(Threads { isolation, concurrency, halt }))
    }

    /// Returns the equivalent command-line arguments.
    pub fn words(&self) -> Vec<String> {
        #[cfg(feature = "queue")]
        if let Some(address) = &self.queue {
            let mut words = vec![format!("--queue {address}")];
            words.extend(self.login.words());
            return words;
        }
        Vec::new()
    }
}

impl OpenVenue<'_> {
    pub fn venue(&self) -> &dyn Venue {
        match self {
            OpenVenue::Here(threads) => threads,
            #[cfg(feature = "queue")]
            OpenVenue::Workers(workers) => &**workers,
        }
    }

    /// Closes the venue and removes everything that another run does not need.
    pub fn leave(self, ended: Option<&Ended>) {
        match self {
            OpenVenue::Here(_) => {
                let _ = ended;
            }
            #[cfg(feature = "queue")]
            OpenVenue::Workers(workers) => workers.finish(ended == Some(&Ended::Finished)),
        }
    }
}

#[cfg(feature = "queue")]
fn read_share(text: &str) -> Result<f64, String> {
    let (number, unit) = match text.strip_suffix('%') {
        Some(number) => (number.trim(), 100.0),
        None => (text, 1.0),
    };
    let share = number.parse::<f64>().ok().map(|number| number / unit);
    let share = share.filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a share such as 2% or 0.02".to_string())
}

/// Parses a lease; it must leave a worker time for heartbeats.
#[cfg(feature = "queue")]
fn read_lease(text: &str) -> Result<std::time::Duration, String> {
    let lease = humantime::parse_duration(text).map_err(|error| error.to_string())?;
    let is_enough = lease >= std::time::Duration::from_secs(1);
    is_enough.then_some(lease).ok_or_else(|| "expected a second or more".to_string())
}
