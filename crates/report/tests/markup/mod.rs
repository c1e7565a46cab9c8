//! A small reader of HTML and SVG: are tags balanced, are attributes quoted, are
//! coordinates numbers?

/// Elements of HTML that have no end.
const VOID: [&str; 4] = ["meta", "br", "hr", "!DOCTYPE"];

/// Checks that every element ends, in order, and that nothing is left unescaped.
pub(crate) fn check(text: &str) -> Result<(), String> {
    let mut open: Vec<String> = Vec::new();
    for piece in pieces(text)? {
        match piece {
            Piece::Text(text) => {
                let raw = open.last().is_some_and(|name| name == "style");
                if text.contains('>') && !raw {
                    return Err(format!("a bare > in {text:?}"));
                }
                if !raw {
                    entities(text)?;
                }
                let odd = |letter: char| letter.is_control() && letter != '\n';
                if text.contains(odd) {
                    return Err(format!("a control character in {text:?}"));
                }
            }
            Piece::Tag(tag) => {
                if let Some(name) = tag.strip_prefix('/') {
                    if open.pop().as_deref() != Some(name) {
                        return Err(format!("</{name}> ends something else"));
                    }
                    continue;
                }
                let name = tag.split([' ', '/']).next().unwrap_or("").to_owned();
                let inside = tag[name.len()..].trim_end_matches('/');
                attributes(inside)?;
                if !tag.ends_with('/') && !VOID.contains(&name.as_str()) {
                    open.push(name);
                }
            }
        }
    }
    if open.is_empty() {
        Ok(())
    } else {
        Err(format!("never ended: {open:?}"))
    }
}

/// Checks that every coordinate of a picture is a finite number.
pub(crate) fn numbers(text: &str) -> Result<(), String> {
    const NUMERIC: [&str; 15] = [
        "x",
        "y",
        "x1",
        "x2",
        "y1",
        "y2",
        "cx",
        "cy",
        "r",
        "width",
        "height",
        "d",
        "viewBox",
        "font-size",
        "stroke-width",
    ];
    for piece in pieces(text)? {
        let Piece::Tag(tag) = piece else { continue };
        let Some((_, inside)) = tag.split_once(' ') else {
            continue;
        };
        for (name, value) in attributes(inside.trim_end_matches('/'))? {
            if !NUMERIC.contains(&name) {
                continue;
            }
            let parts = value.split(|letter: char| letter == ' ' || "MLZ".contains(letter));
            for part in parts.filter(|part| !part.is_empty()) {
                match part.parse::<f64>() {
                    Ok(number) if number.is_finite() && number.abs() < 1e5 => {}
                    _ => return Err(format!("{name}={part:?} in <{tag}>")),
                }
                if (name == "width" || name == "height" || name == "r") && part.starts_with('-') {
                    return Err(format!("a negative {name} in <{tag}>"));
                }
            }
        }
    }
    Ok(())
}

enum Piece<'a> {
    Text(&'a str),
    Tag(&'a str),
}

fn pieces(text: &str) -> Result<Vec<Piece<'_>>, String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        found.push(Piece::Text(&rest[..start]));
        let end = rest[start..].find('>').ok_or("a tag never closes")?;
        found.push(Piece::Tag(&rest[start + 1..start + end]));
        rest = &rest[start + end + 1..];
    }
    found.push(Piece::Text(rest));
    Ok(found)
}

fn attributes(text: &str) -> Result<Vec<(&str, &str)>, String> {
    let mut found: Vec<(&str, &str)> = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() && rest != "html" {
        let (name, after) = rest
            .split_once("=\"")
            .ok_or(format!("no value in {rest:?}"))?;
        let (value, after) = after.split_once('"').ok_or(format!("no end of {name}"))?;
        if name.is_empty() || name.contains([' ', '"', '<']) {
            return Err(format!("not a name: {name:?}"));
        }
        if found.iter().any(|(other, _)| *other == name) {
            return Err(format!("{name} twice in {text:?}"));
        }
        entities(value)?;
        found.push((name, value));
        rest = after.trim_start();
    }
    Ok(found)
}

fn entities(text: &str) -> Result<(), String> {
    for (start, _) in text.match_indices('&') {
        let known = ["&amp;", "&lt;", "&gt;", "&quot;"];
        if !known.iter().any(|entity| text[start..].starts_with(entity)) {
            return Err(format!("a bare & in {text:?}"));
        }
    }
    Ok(())
}
