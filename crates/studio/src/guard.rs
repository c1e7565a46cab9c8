//! What every request must show before anything else looks at it, and what every answer says to browsers.

use crate::problem::Problem;
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use constant_time_eq::constant_time_eq;
use std::net::{IpAddr, SocketAddr};

/// What pages may load: what this server sends, and nothing that is written into a page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The cookie that holds the token after the first page.
const COOKIE: &str = "ludometer-token";

/// Who may ask.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// The address that is listened on.
    address: SocketAddr,
    /// What every request must show, where others than this machine may ask.
    token: Option<String>,
}

/// What becomes of a request that may go on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Admission {
    /// It is answered.
    Granted,
    /// The token of the address becomes a cookie, and the browser asks again for this address.
    Welcome { cookie: String, to: String },
}

fn text(headers: &HeaderMap, name: impl header::AsHeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

impl Guard {
    pub(crate) fn new(address: SocketAddr, token: Option<String>) -> Guard {
        Guard { address, token }
    }

    /// Looks at a request.
    pub(crate) fn admit(
        &self,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<Admission, Problem> {
        let host = self.host(headers)?;
        self.origin(host, method, headers)?;
        self.token(uri, headers)
    }

    /// A name that a stranger's name server gives to this machine is not ours: a page of that name could
    /// otherwise read everything here (DNS rebinding).
    fn host<'a>(&self, headers: &'a HeaderMap) -> Result<&'a str, Problem> {
        let refused = |host: &str| {
            let status = StatusCode::MISDIRECTED_REQUEST;
            let error = format!("this server is not called `{host}`");
            Problem::new(status, error)
                .remedy(format!("open http://{} as it was printed", self.address))
        };
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok());
        let host = host
            .filter(|_| hosts.next().is_none())
            .ok_or_else(|| refused(""))?;
        let port = self.address.port();
        let (name, given) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let inner = name
            .strip_prefix('[')
            .and_then(|name| name.strip_suffix(']'));
        let known = match inner.unwrap_or(name).parse::<IpAddr>() {
            // Nobody's name server decides about numbers.
            Ok(ip) => match self.address.ip().is_loopback() {
                true => ip.is_loopback(),
                false => true,
            },
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        };
        match known && given == Some(port) {
            true => Ok(host),
            false => Err(refused(host)),
        }
    }

    /// Pages of others may link here, and nothing else.
    fn origin(&self, host: &str, method: &Method, headers: &HeaderMap) -> Result<(), Problem> {
        let refused = || {
            Problem::forbidden("a page of another site may not ask this server")
                .remedy("open the studio itself")
        };
        if let Some(origin) = headers.get(header::ORIGIN) {
            let ours = format!("http://{host}");
            if !origin.as_bytes().eq_ignore_ascii_case(ours.as_bytes()) {
                return Err(refused());
            }
        }
        let site = text(headers, "sec-fetch-site");
        let link = method == Method::GET
            && text(headers, "sec-fetch-mode") == Some("navigate")
            && text(headers, "sec-fetch-dest") == Some("document");
        match site {
            None | Some("same-origin" | "none") => Ok(()),
            Some(_) if link => Ok(()),
            Some(_) => Err(refused()),
        }
    }

    fn token(&self, uri: &Uri, headers: &HeaderMap) -> Result<Admission, Problem> {
        let Some(token) = &self.token else {
            return Ok(Admission::Granted);
        };
        let is_ours = |given: &str| constant_time_eq(given.as_bytes(), token.as_bytes());
        let bearer =
            text(headers, header::AUTHORIZATION).and_then(|text| text.strip_prefix("Bearer "));
        let cookies = headers.get_all(header::COOKIE).iter();
        let cookies = cookies.filter_map(|value| value.to_str().ok());
        let mut cookies = cookies
            .flat_map(|text| text.split(';'))
            .filter_map(|cookie| cookie.trim().split_once('='))
            .filter_map(|(name, value)| (name == COOKIE).then_some(value));
        if bearer.is_some_and(is_ours) || cookies.any(is_ours) {
            return Ok(Admission::Granted);
        }
        let query = uri.query().unwrap_or_default().split('&');
        let given = query.clone().find_map(|pair| pair.strip_prefix("token="));
        if given.is_some_and(is_ours) {
            let rest: Vec<&str> = query.filter(|pair| !pair.starts_with("token=")).collect();
            let rest = rest.join("&");
            let mark = if rest.is_empty() { "" } else { "?" };
            // Two slashes at the beginning would name another host.
            let path = uri.path().trim_start_matches('/');
            return Ok(Admission::Welcome {
                cookie: format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict"),
                to: format!("/{path}{mark}{rest}"),
            });
        }
        Err(Problem::new(
            StatusCode::UNAUTHORIZED,
            "this server asks for a token",
        )
        .remedy(
            "open the address with `?token=` that was printed when it was started, or send `Authorization: Bearer TOKEN`",
        ))
    }
}

/// What every answer says: what browsers may do with it, and that nothing is kept.
pub(crate) fn dress(headers: &mut HeaderMap) {
    let fixed = |text: &'static str| HeaderValue::from_static(text);
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ] {
        headers.insert(name, fixed(value));
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(fixed("no-store"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    fn asked(
        guard: &Guard,
        method: Method,
        uri: &str,
        pairs: &[(&'static str, &str)],
    ) -> Result<Admission, u16> {
        let answer = guard.admit(&method, &uri.parse().unwrap(), &headers(pairs));
        answer.map_err(|problem| problem.status)
    }

    fn home() -> Guard {
        Guard::new("127.0.0.1:8460".parse().unwrap(), None)
    }

    #[test]
    fn only_our_own_names_are_answered() {
        for host in [
            "127.0.0.1:8460",
            "localhost:8460",
            "LOCALHOST:8460",
            "[::1]:8460",
        ] {
            let answer = asked(&home(), Method::GET, "/", &[("host", host)]);
            assert_eq!(answer, Ok(Admission::Granted), "{host}");
        }
        for host in [
            "evil.example:8460",
            "127.0.0.1.evil.example:8460",
            "localhost.evil.example:8460",
            "127.0.0.1:80",
            "127.0.0.1",
            "10.0.0.1:8460",
            "localhost:8460:8460",
            "",
        ] {
            let answer = asked(&home(), Method::GET, "/", &[("host", host)]);
            assert_eq!(answer, Err(421), "{host}");
        }
        assert_eq!(asked(&home(), Method::GET, "/", &[]), Err(421));
        let twice = [("host", "localhost:8460"), ("host", "evil.example")];
        assert_eq!(asked(&home(), Method::GET, "/", &twice), Err(421));
    }

    #[test]
    fn pages_of_others_may_link_and_do_nothing_else() {
        let host = ("host", "localhost:8460");
        let with = |method, pairs: &[(&'static str, &str)]| {
            let pairs: Vec<_> = [host].iter().chain(pairs).copied().collect();
            asked(&home(), method, "/", &pairs)
        };
        let fine = Ok(Admission::Granted);
        assert_eq!(
            with(Method::POST, &[("origin", "http://localhost:8460")]),
            fine
        );
        for origin in [
            "http://evil.example",
            "http://localhost:8461",
            "https://localhost:8460",
            "null",
        ] {
            assert_eq!(
                with(Method::POST, &[("origin", origin)]),
                Err(403),
                "{origin}"
            );
            assert_eq!(
                with(Method::GET, &[("origin", origin)]),
                Err(403),
                "{origin}"
            );
        }
        let link = [
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ];
        assert_eq!(with(Method::GET, &link), fine);
        assert_eq!(with(Method::POST, &link), Err(403));
        assert_eq!(with(Method::GET, &link[..1]), Err(403));
        let frame = [link[0], link[1], ("sec-fetch-dest", "iframe")];
        assert_eq!(with(Method::GET, &frame), Err(403));
        assert_eq!(
            with(Method::GET, &[("sec-fetch-site", "same-site")]),
            Err(403)
        );
        assert_eq!(
            with(Method::GET, &[("sec-fetch-site", "same-origin")]),
            fine
        );
    }

    #[test]
    fn nothing_is_answered_without_the_token() {
        let guard = Guard::new("0.0.0.0:8460".parse().unwrap(), Some("secret".into()));
        let host = ("host", "192.0.2.1:8460");
        let with = |uri: &str, pairs: &[(&'static str, &str)]| {
            let pairs: Vec<_> = [host].iter().chain(pairs).copied().collect();
            asked(&guard, Method::GET, uri, &pairs)
        };
        for uri in [
            "/",
            "/?token=",
            "/?token=secre",
            "/?token=secrets",
            "/studio.css",
        ] {
            assert_eq!(with(uri, &[]), Err(401), "{uri}");
        }
        let fine = Ok(Admission::Granted);
        assert_eq!(with("/", &[("authorization", "Bearer secret")]), fine);
        assert_eq!(with("/", &[("authorization", "Bearer other")]), Err(401));
        assert_eq!(
            with("/", &[("cookie", "a=b; ludometer-token=secret")]),
            fine
        );
        assert_eq!(with("/", &[("cookie", "ludometer-token=other")]), Err(401));
        let welcome = with("//evil.example/x?a=1&token=secret&b=2", &[]);
        let Ok(Admission::Welcome { cookie, to }) = welcome else {
            panic!("{welcome:?}");
        };
        assert_eq!(to, "/evil.example/x?a=1&b=2");
        assert!(cookie.contains("HttpOnly; SameSite=Strict"));
    }
}
