//! `ludometer completions` and `ludometer man`.

use crate::common::Folder;

#[test]
fn completions_offer_commands_options_and_names() {
    let folder = Folder::new("completions");
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = folder.good(&["completions", shell]).out;
        for word in ["analyse", "random-minimax", "ludometer"] {
            assert!(script.contains(word), "{word} is not for {shell}");
        }
    }
    let script = folder.good(&["completions", "bash"]).out;
    let names = [
        "slide-depth4",
        "slide-noise",
        "othello",
        "mcraise",
        "rspsa",
        "lanterns",
        "mobility",
        "distance",
    ];
    for name in names {
        assert!(script.contains(name), "{name}");
    }
    folder
        .run(&["completions", "tcsh"])
        .refused(2, &["tcsh", "fish"]);
}

/// A script that bash itself takes.
#[test]
fn bash_reads_its_script() {
    let folder = Folder::new("completions-bash");
    folder.write("script", folder.good(&["completions", "bash"]).out);
    let checked = std::process::Command::new("bash")
        .args(["-n", "script"])
        .current_dir(folder.path(""))
        .status();
    match checked {
        Ok(status) => assert!(status.success()),
        Err(_) => crate::common::skip("the command `bash`"),
    }
}

#[test]
fn manual_pages() {
    let folder = Folder::new("man");
    let page = folder.good(&["man"]).out;
    assert!(page.contains(".TH ludometer 1"), "{page}");
    folder.good(&["man", "--output", "pages"]);
    let run = String::from_utf8(folder.bytes("pages/ludometer-run.1")).unwrap();
    assert!(
        run.contains("slide\\-depth4"),
        "plans are from the registry: {run}"
    );
    for page in [
        "ludometer.1",
        "ludometer-run.1",
        "ludometer-train-weights.1",
    ] {
        assert!(folder.has(&format!("pages/{page}")), "{page}");
    }
    folder.write("file", "");
    folder
        .run(&["man", "--output", "file"])
        .refused(2, &["error: file: "]);
}
