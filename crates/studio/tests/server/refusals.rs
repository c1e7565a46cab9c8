//! What is refused, and how.

use crate::client::{Server, options};
use ludometer_catalogue::shipped;
use ludometer_studio::{ServeError, serve};
use serde_json::json;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::sync::atomic::AtomicBool;

#[test]
fn pages_are_strict_and_small() {
    let server = Server::start();
    let mut bytes = 0;
    for path in [
        "/",
        "/assets/studio.css",
        "/assets/home.js",
        "/assets/studio.js",
        "/api/games",
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 200, "{path}");
        bytes += answer.body.len();
        let head = answer.head.to_lowercase();
        for said in [
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "frame-ancestors 'none'",
        ] {
            assert!(head.contains(said), "{path}: {said} is not in {head}");
        }
        assert!(!head.contains("unsafe-inline"), "{head}");
    }
    assert!(bytes < 300_000, "the first view has {bytes} bytes");
    let page = server.get("/").text();
    assert!(
        !page.contains("<style") && !page.contains(" style="),
        "{page}"
    );
    assert!(!page.contains("<script>"), "{page}");
}

#[test]
fn strangers_are_refused() {
    let server = Server::start();
    let port = server.address.port();
    let with = |host: &str, more: &str| {
        let request =
            format!("GET /api/games HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{more}\r\n");
        server.raw(request.as_bytes())
    };
    assert_eq!(with(&format!("localhost:{port}"), "").status, 200);
    with(&format!("evil.example:{port}"), "").refused(421, "not called `evil.example");
    let origin = "origin: http://evil.example\r\n";
    with(&format!("localhost:{port}"), origin).refused(403, "another site");
    let body = json!({"game": "tic-tac-toe", "seats": ["random", "random"]}).to_string();
    let headers = "content-type: application/json\r\norigin: http://evil.example\r\n";
    let answer = server.request("POST", "/api/sessions", headers, Some(&body));
    answer.refused(403, "another site");
    // What a form of another site could send.
    let answer = server.request(
        "POST",
        "/api/sessions",
        "content-type: text/plain\r\n",
        Some(&body),
    );
    answer.refused(415, "not JSON");
    assert_eq!(server.get("/api/sessions").good(), json!([]));
}

#[test]
fn bad_input_is_answered_in_words() {
    let server = Server::start();
    let json_type = "content-type: application/json\r\n";
    let send = |body: &str| server.request("POST", "/api/sessions", json_type, Some(body));
    send("{\"game\": ").refused(400, "cannot be read: EOF");
    send("{\"game\": \"chess\", \"seats\": [], \"sedes\": 1}")
        .refused(400, "unknown field `sedes`");
    send("{\"game\": \"whist\", \"seats\": []}").refused(400, "there is no game `whist`");
    let seats = "{\"game\": \"chess\", \"seats\": [\"human\"]}";
    send(seats).refused(400, "has 2 seats, not 1");
    let seat = "{\"game\": \"chess\", \"seats\": [\"human\", \"uct(playuots=3)\"]}";
    let told = send(seat).refused(400, "has no parameter `playuots`");
    assert_eq!(told["place"]["of"], "seat 1", "{told}");
    assert_eq!(told["place"]["column"], 5, "{told}");
    let hidden = "{\"game\": \"kuhn\", \"seats\": [\"human\", \"depth(t=2)\"]}";
    let told = send(hidden).text();
    assert!(told.contains("the game hides cards; try `uct`"), "{told}");
    let large = format!("{{\"game\": \"{}\"}}", "x".repeat(300_000));
    send(&large).refused(413, "more than 262144 bytes");
    let long = json!({"game": "chess", "seats": ["human", "x".repeat(5000)]});
    server
        .post("/api/sessions", &long)
        .refused(400, "seat 1 has more than 4096 characters");
    server
        .get("/api/sessions/none")
        .refused(404, "no such game");
    server
        .get("/api/nothing")
        .refused(404, "nothing at this address");
    server
        .get("/assets/../Cargo.toml")
        .refused(404, "nothing at this address");
    server
        .get("/assets/%2e%2e%2fCargo.toml")
        .refused(404, "nothing at this address");
    server
        .request("PUT", "/api/games", "", None)
        .refused(405, "does not take this method");
    let file = json!({"kind": "plan", "name": "/etc/passwd"});
    server
        .post("/api/runs", &file)
        .refused(400, "`/etc/passwd` cannot be read");
    server
        .get("/api/experiments/plan/%2Fetc%2Fpasswd")
        .refused(400, "cannot be read");
    // Half a request and then silence does nobody harm.
    let mut half = TcpStream::connect(("127.0.0.1", server.address.port())).unwrap();
    half.write_all(b"POST /api/sessions HTTP/1.1\r\nhost")
        .unwrap();
    drop(half);
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn other_machines_need_the_token() {
    let mut options = options();
    options.listen = Some(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    let server = Server::with(shipped().clone(), options);
    let token = server
        .page
        .split("token=")
        .nth(1)
        .expect("a token")
        .to_string();
    assert!(token.len() >= 32, "{token}");
    for path in [
        "/",
        "/api/games",
        "/assets/studio.css",
        "/?token=0",
        "/nothing",
    ] {
        server.get(path).refused(401, "asks for a token");
    }
    let near = format!("/?token={}x", &token[..token.len() - 1]);
    server.get(&near).refused(401, "asks for a token");
    let welcome = server.get(&format!("/?token={token}"));
    assert_eq!(welcome.status, 303);
    assert!(
        !welcome
            .head
            .to_lowercase()
            .contains(&format!("location: /?token={token}"))
    );
    let cookie = format!("cookie: ludometer-token={token}\r\n");
    assert_eq!(
        server.request("GET", "/api/games", &cookie, None).status,
        200
    );
    let bearer = format!("authorization: Bearer {token}\r\n");
    assert_eq!(
        server.request("GET", "/api/games", &bearer, None).status,
        200
    );
}

#[test]
fn a_port_in_use_is_said_plainly() {
    let server = Server::start();
    let mut options = options();
    options.port = server.address.port();
    let stop = AtomicBool::new(true);
    let error = serve(shipped().clone(), &options, &stop, |_| {
        panic!("it cannot be ready")
    });
    let error = error.unwrap_err();
    assert!(matches!(error, ServeError::PortInUse(_)), "{error}");
    assert!(error.to_string().contains("--port 0"), "{error}");
}
