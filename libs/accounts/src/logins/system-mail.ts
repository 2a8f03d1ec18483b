import type { Role } from '@dundun/domain';

/** A mail of the service to a member. */
export interface MemberMail {
  workspaceId: number;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The least role that may read the stored mail, because its link gives rights. */
  readableFrom: Role;
  requestId: string;
}

/** Sends mail of the service to members. The messaging feature provides it. */
export abstract class SystemMail {
  /** Queues a mail inside the open transaction. @throws NoSenderError */
  abstract send(mail: MemberMail): Promise<void>;
}
