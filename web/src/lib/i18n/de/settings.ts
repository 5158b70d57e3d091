import type { settings as english } from "../en/settings";
import type { Same } from "../message";

export const settings: Same<typeof english> = {
  "title": "Einstellungen",
  "faces": "Farbzeichen",
  "faces.shapes": "Eigene",
  "faces.french": "Französisch",
  "palette": "Farbtöne",
  "palette.standard": "Üblich",
  "palette.cvd": "Farbenblind",
  "theme": "Aussehen",
  "theme.system": "Wie das Gerät",
  "theme.light": "Hell",
  "theme.dark": "Dunkel",
  "speed": "Tempo",
  "speed.slow": "Langsam",
  "speed.normal": "Normal",
  "speed.fast": "Schnell",
  "speed.none": "Ohne Bewegung",
  "speed.reduced": "Dein Gerät wünscht wenig Bewegung; darum bewegt sich nichts, egal was du hier wählst.",
  "language": "Sprache",
  "language.auto": "Wie der Browser",
  "language.en": "English",
  "language.de": "Deutsch",
  "kept": "Diese Einstellungen bleiben in diesem Browser.",
};
