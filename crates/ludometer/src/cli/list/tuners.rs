//! Tuners with their settings and presets.

use super::super::forms::{ListedPreset, ListedSetting, ListedTuner};
use super::widest;
use ludometer_tune::TunerEntry;

/// Each tuner with its settings, and its presets with what they set.
pub(super) fn as_text(tuners: &[&TunerEntry]) -> String {
    let mut text = String::new();
    let wide = widest(tuners.iter().flat_map(|tuner| tuner.names()));
    for (number, tuner) in tuners.iter().enumerate() {
        text += if number == 0 { "tuners\n" } else { "" };
        text += &format!("  {:wide$} {}\n", tuner.name, tuner.about);
        for setting in &tuner.settings {
            let (about, domain, default) = (&setting.about, &setting.domain, &setting.default);
            text += &format!("      {:13} ", setting.name);
            text += &format!("{about} ({domain}; default {default})\n");
        }
        for preset in &tuner.presets {
            text += &format!("  {:wide$} {}\n", preset.name, preset.about);
            let values = preset
                .values
                .iter()
                .map(|(name, value)| format!("{name}={value}"));
            let values: Vec<String> = values.collect();
            text += &format!("      = {}({})\n", tuner.name, values.join(", "));
        }
    }
    text
}

/// One tuner.
pub(super) fn listed(tuner: &TunerEntry) -> ListedTuner<'_> {
    let settings = tuner.settings.iter().map(|setting| ListedSetting {
        name: &setting.name,
        about: &setting.about,
        takes: setting.domain.to_string(),
        default: &setting.default,
    });
    let presets = tuner.presets.iter().map(|preset| {
        let values = preset.values.iter();
        ListedPreset {
            name: &preset.name,
            about: &preset.about,
            settings: values.map(|(name, given)| (name.as_str(), given)).collect(),
        }
    });
    ListedTuner {
        name: &tuner.name,
        id: &tuner.id,
        about: &tuner.about,
        settings: settings.collect(),
        presets: presets.collect(),
    }
}
