//! Whether a file is on a network file system, where several machines may reach it.

use std::path::{Path, PathBuf};

/// File systems that other machines can mount too, as Linux names them.
const SHARED: [&str; 24] = [
    "9p",
    "acfs",
    "afs",
    "beegfs",
    "ceph",
    "cifs",
    "fuse.ceph",
    "fuse.cephfs",
    "fuse.gcsfuse",
    "fuse.glusterfs",
    "fuse.juicefs",
    "fuse.rclone",
    "fuse.s3fs",
    "fuse.sshfs",
    "gfs2",
    "gpfs",
    "lustre",
    "nfs",
    "nfs4",
    "ocfs2",
    "orangefs",
    "pvfs2",
    "smb3",
    "wekafs",
];

/// The name of the network file system that an absolute path is on, by the text of
/// `/proc/self/mountinfo`; `None` if it is on a file system of this machine alone.
pub fn network_file_system(mounts: &str, path: &Path) -> Option<String> {
    let mut nearest: Option<(usize, &str)> = None;
    for line in mounts.lines() {
        let Some((mount, source)) = line.split_once(" - ") else {
            continue;
        };
        let Some(point) = mount.split(' ').nth(4) else {
            continue;
        };
        let point = PathBuf::from(plain(point));
        let Some(kind) = source.split(' ').next() else {
            continue;
        };
        let depth = point.components().count();
        // Of two mounts at one place the later one is seen.
        if path.starts_with(&point) && nearest.is_none_or(|(least, _)| depth >= least) {
            nearest = Some((depth, kind));
        }
    }
    let (_, kind) = nearest?;
    SHARED.contains(&kind).then(|| kind.to_string())
}

/// A path of the table of mounts, in which blanks and the like are octal numbers.
fn plain(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&sign, after)) = rest.split_first() {
        let octal = after.get(..3).filter(|_| sign == b'\\');
        let octal = octal.and_then(|digits| std::str::from_utf8(digits).ok());
        match octal.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[3..];
            }
            None => {
                bytes.push(sign);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The network file system that a file is on or would be made on. Only Linux is asked.
pub(super) fn of(path: &Path) -> Option<String> {
    let mounts = std::fs::read_to_string("/proc/self/mountinfo").ok()?;
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let real = std::fs::canonicalize(path).or_else(|_| std::fs::canonicalize(folder));
    network_file_system(&mounts, &real.ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
22 1 259:2 / / rw,relatime shared:1 - ext4 /dev/nvme0n1p2 rw
30 22 0:27 / /home rw,nosuid shared:5 master:7 - nfs4 server:/export/home rw,vers=4.2
31 30 259:5 / /home/local rw - xfs /dev/sdb1 rw
32 22 0:40 / /mnt/with\\040blank rw - fuse.sshfs me@there:/ rw
33 22 0:41 / /scratch rw - lustre mds:/scratch rw
34 22 0:42 / /over rw - nfs server:/over rw
35 22 0:43 / /over rw - tmpfs tmpfs rw
36 22 0:44 / /fuse rw - fuse.bindfs /data rw
a line that is none
";

    #[test]
    fn the_nearest_mount_decides() {
        let on = |path: &str| network_file_system(MOUNTS, Path::new(path));
        for (path, kind) in [
            ("/home/me/a.sqlite", Some("nfs4")),
            ("/home", Some("nfs4")),
            ("/home/local/a.sqlite", None),
            ("/homestead/a.sqlite", None),
            ("/mnt/with blank/x/a.sqlite", Some("fuse.sshfs")),
            ("/scratch/job/a.sqlite", Some("lustre")),
            ("/over/a.sqlite", None),
            ("/fuse/a.sqlite", None),
            ("/tmp/a.sqlite", None),
        ] {
            assert_eq!(on(path).as_deref(), kind, "{path}");
        }
        assert_eq!(network_file_system("", Path::new("/home")), None);
    }
}
