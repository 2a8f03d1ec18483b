import type { TemplateInput } from '@dundun/messaging';

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Welcome</title>
</head>
<body style="margin:0;padding:32px 16px;background:#f6f5f2;font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;color:#1f2328">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;margin:0 auto;background:#ffffff;border-radius:12px;border:1px solid #e5e2db">
<tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:13px;letter-spacing:2px;text-transform:uppercase;color:#a4531d">Welcome</p>
<h1 style="margin:0 0 16px;font-size:26px;line-height:1.3;font-weight:600">Good to have you here, {{ name }}.</h1>
<p style="margin:0 0 16px;font-size:16px;line-height:1.6">Your account is ready. You will hear from us when there is something worth saying, and not more often than that.</p>
<p style="margin:0;font-size:16px;line-height:1.6">If you have a question, reply to this message.</p>
</td></tr>
</table>
</body>
</html>
`;

const text = `Good to have you here, {{ name }}.

Your account is ready. You will hear from us when there is something worth saying, and not more often than that.

If you have a question, reply to this message.
`;

/** The template of the first workspace, so that a first send can use one. */
export const WELCOME: TemplateInput = { name: 'welcome', subject: 'Welcome, {{ name }}', html, text };
