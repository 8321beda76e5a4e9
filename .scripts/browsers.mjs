// The browsers that the tests drive: the system's own, or those that CHROMIUM and FIREFOX name.
export const browsers = {
  chromium: process.env.CHROMIUM || '/usr/bin/chromium',
  firefox: process.env.FIREFOX || '/usr/bin/firefox-esr',
};
