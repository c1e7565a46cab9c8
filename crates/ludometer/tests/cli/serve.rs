//! `ludometer serve`.

use crate::common::Folder;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

/// What the server at an address answers to a request.
fn ask(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn the_studio_is_opened_and_ended_by_a_signal() {
    let folder = Folder::new("studio");
    let mut command = folder.command(&["serve", "--port", "0"]);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").expect("an address");
    let address = address.trim_end_matches('/');
    let head = format!("HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n");
    let page = ask(address, &format!("GET / {head}\r\n"));
    assert!(
        page.starts_with("HTTP/1.1 200 OK") && page.contains("<!DOCTYPE html>"),
        "{page}"
    );
    // Pages start no programs unless it is allowed.
    let body = r#"{"game": "chess", "seats": ["human", "engine(command='true')"]}"#;
    let length = body.len();
    let request = format!(
        "POST /api/sessions {head}content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    let told = ask(address, &request);
    assert!(
        told.contains("programs of other authors are not started here"),
        "{told}"
    );
    assert!(told.contains("--engines"), "{told}");
    // Another one at the same port says so.
    let port = address.rsplit(':').next().unwrap();
    let words = format!("port {port} is in use");
    folder
        .run(&["serve", "--port", port])
        .refused(2, &[&words, "--port 0"]);
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
