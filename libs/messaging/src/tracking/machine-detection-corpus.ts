import type { EngagementFacts, MachineReason } from './machine-detection.js';

/** An open or click, its maker, and the expected reason; null is a person. */
export interface LabelledEngagement {
  who: string;
  is: Exclude<MachineReason, 'burst'> | null;
  engagement: EngagementFacts;
}

const HANDED_OVER = new Date('2026-03-02T08:00:00.000Z');
const after = (seconds: number) => new Date(HANDED_OVER.getTime() + seconds * 1_000);

type Other = Partial<EngagementFacts>;

/** Builds a request one hour after the handover; `other` overrides. */
const engagement = (kind: EngagementFacts['kind'], userAgent: string | null, other: Other): EngagementFacts => ({
  kind,
  userAgent,
  declared: null,
  honeypot: false,
  isScanner: false,
  at: after(3_600),
  handedOverAt: HANDED_OVER,
  ...other,
});
const open = (
  who: string,
  is: LabelledEngagement['is'],
  userAgent: string | null,
  other: Other = {},
): LabelledEngagement => ({
  who,
  is,
  engagement: engagement('open', userAgent, other),
});
const click = (
  who: string,
  is: LabelledEngagement['is'],
  userAgent: string | null,
  other: Other = {},
): LabelledEngagement => ({
  who,
  is,
  engagement: engagement('click', userAgent, other),
});

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const IPHONE_MAIL =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const GMAIL = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';
const OUTLOOK =
  'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; .NET4.0C; .NET4.0E; Microsoft Outlook 16.0.5134; ms-office; MSOffice 16)';

/** Opens and clicks as they appear in the access logs of mail senders. */
export const CORPUS: LabelledEngagement[] = [
  // People who open a message.
  open('iPhone Mail without privacy protection', null, IPHONE_MAIL),
  open('macOS Mail', null, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'),
  open('Gmail, at the moment of reading', null, GMAIL),
  open('Gmail, three seconds after it arrived', null, GMAIL, { at: after(3) }),
  open('Outlook for Windows', null, OUTLOOK),
  open('Outlook for Windows, older', null, 'Mozilla/4.0 (compatible; ms-office; MSOffice rmj)'),
  open('Outlook, short name', null, 'Microsoft Outlook 15.0'),
  open('Office', null, 'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.12026; Pro)'),
  open('Outlook for iOS', null, 'Outlook-iOS/711.2620504.prod.iphone (3.34.0)'),
  open('Outlook for Android', null, 'Outlook-Android/2.0'),
  open('Thunderbird', null, 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.4.0'),
  open('Airmail', null, 'Airmail/5'),
  open('Evolution', null, 'Evolution/3.44.4'),
  open('Notes', null, 'Mozilla/4.0 (compatible; Lotus-Notes/6.0; Windows-NT)'),
  open('Superhuman', null, 'Superhuman'),
  open('Samsung Mail', null, 'Dalvik/2.1.0 (Linux; U; Android 14; SM-S911B Build/UP1A.231005.007)'),
  open('web mail in Chrome', null, CHROME),
  open('web mail in Firefox', null, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'),
  open('web mail in Safari', null, SAFARI),
  open('Windows Mail', null, 'Microsoft Windows Mail 6.0.6001.18000'),
  open('Windows Mail of Windows 10', null, 'WindowsMail/17.5.9600.22013'),
  open('eM Client', null, 'eM_Client/7.2.37929.0'),
  open('eM Client, spelled out', null, 'eM Client/9.2'),
  open('Yahoo Mail for Android', null, 'YahooMobileMail/1.0 (Android Mail; 5.5.1)'),
  open('Yahoo Mail for iOS', null, 'Yahoo%20Mail/6.0 CFNetwork/978.0.7 Darwin/18.7.0'),
  open('Yahoo Mail for iOS, newer', null, 'YahooMail/6.50 CFNetwork/1410.0.3 Darwin/22.6.0'),
  open('NAVER Mail', null, 'NaverMailApp/2.1.25'),
  open('K-9', null, 'K-9 Mail/6.603'),
  open('K-9 for Android', null, 'K-9 Mail for Android'),
  open('BlueMail', null, 'BlueMail/1.9.8'),
  open('Proton Mail', null, 'ProtonMail'),
  open('a Samsung feature phone', null, 'SAMSUNG-GT-E2121B'),
  open('a Sony Ericsson feature phone', null, 'SonyEricssonW200i/R4JA'),
  // People who follow a link.
  click('Yahoo Mail for iOS, in the app', null, 'YahooMail/6.50 CFNetwork/1410.0.3 Darwin/22.6.0'),
  click('NAVER, in the app', null, `${IPHONE_MAIL} NAVER(inapp; search; 2000; 12.0.1; 14PROMAX)`),
  click('a Nokia feature phone', null, 'Nokia2690/2.0 (10.10) Profile/MIDP-2.1 Configuration/CLDC-1.1'),
  click('a Samsung feature phone that clicks', null, 'SAMSUNG-GT-E2121B'),
  click('an LG feature phone', null, 'LG-GS290/V100'),
  click('Chrome on Windows', null, CHROME),
  click('Safari on an iPhone', null, SAFARI),
  click(
    'Chrome on Android',
    null,
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  ),
  click('Firefox on Linux', null, 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'),
  click('Edge', null, `${CHROME} Edg/131.0.0.0`),
  click('Opera', null, `${CHROME} OPR/116.0.0.0`),
  click('Opera Mini', null, 'Opera/9.80 (Android; Opera Mini/36.2.2254/191.229; U; en) Presto/2.12.423 Version/12.16'),
  click(
    'UC Browser on a feature phone',
    null,
    'UCWEB/2.0 (Java; U; MIDP-2.0; Nokia203/20.37) U2/1.0.0 UCBrowser/8.7.0.218 U2/1.0.0 Mobile',
  ),
  click(
    'Samsung Internet',
    null,
    'Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
  ),
  click(
    'the browser inside an Android app',
    null,
    'Mozilla/5.0 (Linux; Android 13; TECNO BG6; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  ),
  click('the Google app', null, `${IPHONE_MAIL} GSA/343.0.695551749`),
  click('a quick reader', null, CHROME, { at: after(2) }),
  click('a reader after a month', null, SAFARI, { at: after(30 * 86_400) }),
  // Prefetchers, which fetch whether or not a person reads.
  open(
    'Gmail, before it shows a mail',
    'prefetch',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0',
  ),
  open('Apple Mail Privacy Protection', 'prefetch', 'Mozilla/5.0'),
  open('Apple Mail Privacy Protection, at once', 'prefetch', 'Mozilla/5.0', { at: after(1) }),
  open('Yahoo', 'prefetch', 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html'),
  open('Barracuda', 'prefetch', 'BarracudaCentral/1.0'),
  click('Barracuda Sentinel', 'prefetch', 'Barracuda Sentinel (EE)'),
  click('Proofpoint', 'prefetch', 'Proofpoint URL Defense'),
  click('Mimecast', 'prefetch', 'Mimecast Targeted Threat Protection'),
  click(
    'Microsoft Safe Links',
    'prefetch',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b',
  ),
  click('Microsoft Defender', 'prefetch', 'Mozilla/5.0 (compatible; SafeLinks; Microsoft Defender for Office 365)'),
  click('Microsoft preview', 'prefetch', `${CHROME} MicrosoftPreview/2.0 +https://aka.ms/MicrosoftPreview`),
  click('Skype and Teams', 'prefetch', 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5'),
  click('Cloudmark', 'prefetch', 'Mozilla/5.0 (Windows NT 10.0) (Cloudmark)'),
  click('Symantec', 'prefetch', 'Symantec Email Security.cloud'),
  click('Trend Micro', 'prefetch', 'Mozilla/5.0 (TrendMicro Web Reputation)'),
  click('FireEye', 'prefetch', 'FireEye ETP'),
  click('Sophos', 'prefetch', 'Sophos Email Time-of-Click'),
  click('Fortinet', 'prefetch', 'FortiGuard Web Filter'),
  click('IronPort', 'prefetch', 'Cisco-ESA IronPort'),
  click('Zscaler', 'prefetch', 'Zscaler Cloud Browser'),
  click('Vade', 'prefetch', 'Vade Secure'),
  click('a browser that loads ahead', 'prefetch', CHROME, { declared: 'prefetch' }),
  open('an image that is loaded ahead', 'prefetch', SAFARI, { declared: 'prefetch' }),
  // Robots that name themselves, and programs without a name.
  click('Google', 'user_agent', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'),
  click('Bing', 'user_agent', 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'),
  click('a preview in WhatsApp', 'user_agent', 'WhatsApp/2.23.20.0'),
  click('a preview in Telegram', 'user_agent', 'TelegramBot (like TwitterBot)'),
  click('a preview in Slack', 'user_agent', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'),
  click(
    'a preview in Messages',
    'user_agent',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  ),
  click('a preview in Discord', 'user_agent', 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'),
  click(
    'LinkedIn',
    'user_agent',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  ),
  click('curl', 'user_agent', 'curl/8.5.0'),
  click('wget', 'user_agent', 'Wget/1.21.4'),
  click('a Python program', 'user_agent', 'python-requests/2.32.3'),
  click('a Go program', 'user_agent', 'Go-http-client/2.0'),
  click('a Java program', 'user_agent', 'Java/17.0.9'),
  click('a Node program', 'user_agent', 'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)'),
  click('an Android program', 'user_agent', 'okhttp/4.12.0'),
  click(
    'a browser without a screen',
    'user_agent',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36',
  ),
  click('a click under the name of privacy protection', 'user_agent', 'Mozilla/5.0'),
  click('a click through the image proxy', 'user_agent', GMAIL),
  click('a program without a user agent', 'user_agent', null),
  click('an empty name', 'user_agent', '  '),
  open('a mail reader without a user agent', 'user_agent', null),
  click(
    'Google under the name of a feature phone',
    'user_agent',
    'Nokia6820/2.0 (4.83) Profile/MIDP-1.0 Configuration/CLDC-1.0 (compatible; Googlebot-Mobile/2.1; +http://www.google.com/bot.html)',
  ),
  // Other signs.
  click('a scanner with a browser, known by its network', 'network', CHROME, { isScanner: true }),
  click('a filter that asks for the head', 'head', CHROME, { declared: 'head' }),
  open('a filter that asks for the pixel’s head', 'head', IPHONE_MAIL, { declared: 'head' }),
  click('a robot that asks for the head', 'head', 'curl/8.5.0', { declared: 'head' }),
  click('a scanner on the hidden link', 'honeypot', CHROME, { honeypot: true }),
  click('a robot on the hidden link', 'honeypot', 'Googlebot', { honeypot: true }),
  click('a scanner at the gate', 'too_soon', CHROME, { at: after(0.4) }),
  click('a scanner just inside', 'too_soon', SAFARI, { at: after(1.999) }),
  click('a scanner before the handing over is recorded', 'too_soon', CHROME, { handedOverAt: null }),
  click('a scanner on a clock that is behind', 'too_soon', CHROME, { at: after(-5) }),
  open('a gateway that loads images', 'too_soon', OUTLOOK, { at: after(1) }),
  open('Gmail’s servers while the mail arrives', 'too_soon', GMAIL, { at: after(0.7) }),
];
