//! A server on a thread, and a client that keeps every byte it is sent.

use ludometer_arena::registry::Registry;
use ludometer_catalogue::shipped;
use ludometer_studio::{ServeOptions, serve};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A studio that ends when it is dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) page: String,
    pub(crate) store: PathBuf,
    /// Everything that was ever received.
    pub(crate) received: Arc<Mutex<Vec<u8>>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    /// The body of an answer that is as it should be.
    pub(crate) fn good(&self) -> Value {
        assert!(self.status < 300, "{} {}", self.status, self.text());
        self.json()
    }

    /// A refusal with these words and a remedy.
    pub(crate) fn refused(&self, status: u16, words: &str) -> Value {
        let told = self.json();
        assert_eq!(self.status, status, "{told}");
        let error = told["error"].as_str().unwrap_or_default();
        assert!(error.contains(words), "{told}");
        assert!(
            !told["remedy"].as_str().unwrap_or_default().is_empty(),
            "{told}"
        );
        told
    }
}

/// A path for a store that nobody else has.
pub(crate) fn fresh_store() -> PathBuf {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("studio-{}-{number}.sqlite", std::process::id());
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    for end in ["", "-wal", "-shm"] {
        let mut file = path.clone().into_os_string();
        file.push(end);
        let _ = std::fs::remove_file(file);
    }
    path
}

pub(crate) fn options() -> ServeOptions {
    ServeOptions {
        listen: None,
        port: 0,
        store: fresh_store(),
        threads: 2,
        searches: 2,
        search_time: Duration::from_secs(60),
    }
}

impl Server {
    pub(crate) fn start() -> Server {
        Server::with(shipped().clone(), options())
    }

    pub(crate) fn with(registry: Registry, options: ServeOptions) -> Server {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = mpsc::channel();
        let inner = Arc::clone(&stop);
        let store = options.store.clone();
        let thread = std::thread::spawn(move || {
            let ready = |page: &str| sender.send(page.to_string()).unwrap();
            serve(registry, &options, &inner, ready).unwrap();
        });
        let page = receiver
            .recv_timeout(Duration::from_secs(20))
            .expect("the server starts");
        let address = page.strip_prefix("http://").unwrap();
        let address: SocketAddr = address.split('/').next().unwrap().parse().unwrap();
        Server {
            address,
            page,
            store,
            received: Arc::default(),
            stop,
            thread: Some(thread),
        }
    }

    fn to(&self) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, 1], self.address.port()))
    }

    /// Sends these bytes and gets everything until the connection is closed.
    pub(crate) fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(self.to()).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        // Who is refused early may not be read to the end.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        self.received.lock().unwrap().extend(&bytes);
        let split = bytes.windows(4).position(|window| window == b"\r\n\r\n");
        let split = split.unwrap_or_else(|| panic!("no answer to {request:?}"));
        let head = String::from_utf8_lossy(&bytes[..split]).into_owned();
        let mut body = bytes[split + 4..].to_vec();
        if head.to_lowercase().contains("transfer-encoding: chunked") {
            body = unchunked(&body);
        }
        Answer {
            status: head.split(' ').nth(1).unwrap().parse().unwrap(),
            head,
            body,
        }
    }

    pub(crate) fn request(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: Option<&str>,
    ) -> Answer {
        let port = self.address.port();
        let mut request = format!(
            "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n{headers}"
        );
        if let Some(body) = body {
            request += &format!("content-length: {}\r\n\r\n{body}", body.len());
        } else {
            request += "\r\n";
        }
        self.raw(request.as_bytes())
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.request("GET", path, "", None)
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        let headers = "content-type: application/json\r\n";
        self.request("POST", path, headers, Some(&body.to_string()))
    }

    /// A session; its number, and the key of its first person.
    pub(crate) fn open(&self, asked: &Value) -> (String, String) {
        let told = self.post("/api/sessions", asked).good();
        let keys = told["keys"].as_array().unwrap();
        let key = keys.iter().find_map(Value::as_str).unwrap_or_default();
        (told["id"].as_str().unwrap().to_string(), key.to_string())
    }

    /// The course of a session, once it is as wanted.
    pub(crate) fn until(&self, path: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let began = Instant::now();
        loop {
            let told = self.get(path).good();
            if wanted(&told) {
                return told;
            }
            assert!(began.elapsed() < Duration::from_secs(120), "{told}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// A stream of events.
    pub(crate) fn events(&self, path: &str) -> Events {
        let mut stream = TcpStream::connect(self.to()).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        let port = self.address.port();
        let request = format!("GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        Events {
            lines: BufReader::new(stream),
            received: Arc::clone(&self.received),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            if !std::thread::panicking() {
                ended.expect("the server ends");
            }
        }
    }
}

pub(crate) struct Events {
    lines: BufReader<TcpStream>,
    received: Arc<Mutex<Vec<u8>>>,
}

impl Events {
    /// The next event; nothing more when the server has ended.
    pub(crate) fn next(&mut self) -> Option<Value> {
        loop {
            let mut line = Vec::new();
            let read = self.lines.read_until(b'\n', &mut line).unwrap_or(0);
            self.received.lock().unwrap().extend(&line);
            if read == 0 {
                return None;
            }
            let line = String::from_utf8_lossy(&line);
            if let Some(data) = line.strip_prefix("data: ") {
                return Some(serde_json::from_str(data.trim_end()).unwrap());
            }
        }
    }
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|window| window == b"\r\n") {
        let size = std::str::from_utf8(&body[..end]).unwrap();
        let size = usize::from_str_radix(size, 16).unwrap();
        whole.extend(&body[end + 2..end + 2 + size]);
        body = body.get(end + 4 + size..).unwrap_or_default();
        if size == 0 {
            break;
        }
    }
    whole
}
