import type { Tool } from '../tool.js';
import { checkAutomation, listAutomations, tryAutomation } from './automations.js';
import { checkCampaign, listCampaigns } from './campaigns.js';
import { listLists, listMembers } from './lists.js';
import { explainMessage, getMessage } from './messages.js';
import { findPerson, personEvents } from './people.js';
import { explainSegment, listSegments, previewSegment } from './segments.js';
import { checkDomains, listSuppressions } from './senders.js';
import { sendEmail, sendTestEmail } from './send-email.js';
import { sendSms } from './send-sms.js';
import { draftTemplate, getTemplate, listTemplates, previewTemplate } from './templates.js';

/**
 * All tools; at most nineteen of them read, which is what an assistant gets by default: assistants choose poorly among many.
 * Automations and campaigns took the last five: they are found, checked and tried, and nothing of them is changed or started.
 */
export const TOOLS: Tool[] = [
  findPerson,
  personEvents,
  listLists,
  listMembers,
  listSegments,
  explainSegment,
  previewSegment,
  listAutomations,
  checkAutomation,
  tryAutomation,
  listCampaigns,
  checkCampaign,
  getMessage,
  explainMessage,
  listTemplates,
  getTemplate,
  previewTemplate,
  checkDomains,
  listSuppressions,
  draftTemplate,
  sendTestEmail,
  sendEmail,
  sendSms,
];
