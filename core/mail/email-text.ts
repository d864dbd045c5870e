import type { Locale } from '../text/locale.ts';
import type { EmailKind } from './email-kinds.ts';

/** What an email says, besides its kind. */
export interface EmailFacts {
  /** Besides those of accounts, the operator's trial. */
  kind: EmailKind | 'trial';
  language: Locale;
  /** Of the site. */
  title: string;
  /** Of its reader; null while nobody has confirmed the address: a stranger may have given it, and the name. */
  name: string | null;
  /** Absent from emails without one. */
  link?: string | undefined;
  /** Of an account that is erased soon: the day, in words, and whether its owner may keep it. */
  end?: { day: string; mayKeep: boolean } | undefined;
}

/** An email as it is sent: the same words as text and as HTML. */
export interface EmailText {
  subject: string;
  text: string;
  html: string;
}

interface Words {
  subject: string;
  /** Before the link, and after it. */
  before: string[];
  button?: string;
  after: string[];
}

const hello = (name: string | null) => (name === null ? 'Hello,' : `Hello ${name},`);
const chao = (name: string | null) => (name === null ? 'Chào bạn,' : `Chào ${name},`);

const WORDS: Record<EmailFacts['kind'], Record<Locale, (facts: EmailFacts) => Words>> = {
  new_password: {
    en: ({ title, name }) => ({
      subject: `A new password for ${title}`,
      before: [hello(name), `somebody asked for a new password for your account at ${title}.`],
      button: 'Choose a new password',
      after: [
        'The link works once, and for half an hour.',
        'If that was not you, do nothing: your password stays as it is.',
      ],
    }),
    vi: ({ title, name }) => ({
      subject: `Mật khẩu mới cho ${title}`,
      before: [chao(name), `có người yêu cầu đặt mật khẩu mới cho tài khoản của bạn tại ${title}.`],
      button: 'Chọn mật khẩu mới',
      after: [
        'Liên kết chỉ dùng được một lần, trong vòng nửa giờ.',
        'Nếu không phải bạn, bạn không cần làm gì: mật khẩu của bạn vẫn như cũ.',
      ],
    }),
  },
  confirm_email: {
    en: ({ title, name }) => ({
      subject: `Confirm your email address for ${title}`,
      before: [hello(name), `is this your email address? Then confirm it for your account at ${title}.`],
      button: 'Confirm the address',
      after: [
        'The link works once, and for three days.',
        'If you have no account there, do nothing: the address is not confirmed then.',
      ],
    }),
    vi: ({ title, name }) => ({
      subject: `Xác nhận địa chỉ email của bạn cho ${title}`,
      before: [
        chao(name),
        `đây có phải địa chỉ email của bạn không? Nếu đúng, hãy xác nhận cho tài khoản của bạn tại ${title}.`,
      ],
      button: 'Xác nhận địa chỉ',
      after: [
        'Liên kết chỉ dùng được một lần, trong vòng ba ngày.',
        'Nếu bạn không có tài khoản ở đó, bạn không cần làm gì: địa chỉ sẽ không được xác nhận.',
      ],
    }),
  },
  address_in_use: {
    en: ({ title }) => ({
      subject: `You have an account at ${title} already`,
      before: [
        hello(null),
        `somebody has registered at ${title} with your email address. You have an account with it already.`,
        'If that was you, go on with the account that you had: log in with its password. Your address stays with it, and does not become that of the other one.',
      ],
      button: 'Choose a new password for it',
      after: ['If it was not you, do nothing: your account stays as it is.'],
    }),
    vi: ({ title }) => ({
      subject: `Bạn đã có tài khoản tại ${title}`,
      before: [
        chao(null),
        `có người vừa đăng ký tại ${title} bằng địa chỉ email của bạn. Bạn đã có một tài khoản với địa chỉ này.`,
        'Nếu đó là bạn, hãy tiếp tục dùng tài khoản đã có: đăng nhập bằng mật khẩu của tài khoản ấy. Địa chỉ của bạn vẫn thuộc về tài khoản ấy, không thuộc về tài khoản mới.',
      ],
      button: 'Đặt mật khẩu mới cho tài khoản đã có',
      after: ['Nếu không phải bạn, bạn không cần làm gì: tài khoản của bạn vẫn như cũ.'],
    }),
  },
  email_changed: {
    en: ({ title, name }) => ({
      subject: `Your account at ${title} has another email address`,
      before: [hello(name), `your account at ${title} has another email address from now on.`],
      after: ['If that was not you, tell the administrator of your school at once.'],
    }),
    vi: ({ title, name }) => ({
      subject: `Tài khoản của bạn tại ${title} đã đổi địa chỉ email`,
      before: [chao(name), `từ bây giờ tài khoản của bạn tại ${title} dùng một địa chỉ email khác.`],
      after: ['Nếu không phải bạn làm việc này, hãy báo ngay cho quản trị viên của trường.'],
    }),
  },
  school_connected: {
    en: ({ title, name }) => ({
      subject: `Your account at ${title} opens with an account of your school`,
      before: [
        hello(name),
        `your account at ${title} is connected with an account of your school from now on, by which one logs in there.`,
      ],
      after: [
        'If that was not you, change your password, disconnect it under “Your account”, and tell the administrator of your school.',
      ],
    }),
    vi: ({ title, name }) => ({
      subject: `Tài khoản của bạn tại ${title} đã được kết nối với tài khoản của trường`,
      before: [
        chao(name),
        `từ bây giờ tài khoản của bạn tại ${title} được kết nối với một tài khoản của trường, dùng để đăng nhập tại đó.`,
      ],
      after: [
        'Nếu không phải bạn làm việc này, hãy đổi mật khẩu, ngắt kết nối trong mục “Tài khoản của bạn” và báo cho quản trị viên của trường.',
      ],
    }),
  },
  class_invitation: {
    en: ({ title, name }) => ({
      subject: `You are invited to teach a class at ${title}`,
      before: [hello(name), `a teacher at ${title} invites you to teach a class together.`],
      button: 'See the invitation',
      after: [
        'Log in there, or register as a teacher. The link is used once, and for 14 days.',
        'If you know nothing of it, do nothing: without you nothing happens.',
      ],
    }),
    vi: ({ title, name }) => ({
      subject: `Bạn được mời cùng dạy một lớp tại ${title}`,
      before: [chao(name), `một giáo viên tại ${title} mời bạn cùng dạy một lớp.`],
      button: 'Xem lời mời',
      after: [
        'Tại đó, hãy đăng nhập hoặc đăng ký làm giáo viên. Liên kết chỉ dùng được một lần, trong vòng 14 ngày.',
        'Nếu bạn không biết gì về việc này, bạn không cần làm gì: sẽ không có gì xảy ra.',
      ],
    }),
  },
  account_goes: {
    en: ({ title, name, end }) => ({
      subject: `Your account at ${title} will be deleted`,
      before: [
        hello(name),
        `your account at ${title} will be deleted on ${end?.day}, with your work and your results. Nobody can bring them back after that.`,
      ],
      button: 'Open my account',
      after: [
        end?.mayKeep
          ? 'To keep it, log in before that day and choose to keep it. You can also take a copy of your data there.'
          : 'If you need it, or a copy of your data, tell the administrator of your school before that day.',
      ],
    }),
    vi: ({ title, name, end }) => ({
      subject: `Tài khoản của bạn tại ${title} sắp bị xóa`,
      before: [
        chao(name),
        `tài khoản của bạn tại ${title} sẽ bị xóa vào ngày ${end?.day}, cùng với bài làm và kết quả của bạn. Sau đó không ai khôi phục được.`,
      ],
      button: 'Mở tài khoản của tôi',
      after: [
        end?.mayKeep
          ? 'Nếu muốn giữ lại, hãy đăng nhập trước ngày đó và chọn giữ tài khoản. Tại đó bạn cũng có thể tải bản sao dữ liệu của mình.'
          : 'Nếu bạn cần tài khoản này hoặc bản sao dữ liệu, hãy báo cho quản trị viên của trường trước ngày đó.',
      ],
    }),
  },
  trial: {
    en: ({ title }) => ({
      subject: `Emails from ${title} arrive`,
      before: [`This is a trial: emails from ${title} reach this address.`],
      button: 'Open the site',
      after: ['If the link opens the site, links in emails to people work, too.'],
    }),
    vi: ({ title }) => ({
      subject: `Thư của ${title} đến nơi rồi`,
      before: [`Đây là thư thử: thư của ${title} đến được địa chỉ này.`],
      button: 'Mở trang web',
      after: ['Nếu liên kết mở đúng trang web, các liên kết trong thư gửi mọi người cũng hoạt động.'],
    }),
  },
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

/** A name is somebody's own words: on one line, so that it makes no line of an email. */
const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escaped(text)}</p>`;

/** Writes an email. Names and titles are text in both parts, whatever is in them. */
export function emailText(given: EmailFacts): EmailText {
  const facts = { ...given, title: oneLine(given.title), name: given.name && oneLine(given.name) };
  const { subject, before, button, after } = WORDS[facts.kind][facts.language](facts);
  const { link } = facts;
  const linkInHtml =
    link && button
      ? `<p style="margin:0 0 16px"><a href="${escaped(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#6b2fa0;color:#ffffff;text-decoration:none">${escaped(button)}</a></p>
<p style="margin:0 0 16px;word-break:break-all">${escaped(link)}</p>`
      : '';
  return {
    subject,
    text: `${[...before, ...(link && button ? [`${button}:\n${link}`] : []), ...after, facts.title].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${facts.language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#222222">
${before.map(paragraph).join('\n')}
${linkInHtml}
${after.map(paragraph).join('\n')}
<p style="margin:24px 0 0;color:#666666">${escaped(facts.title)}</p>
</body></html>
`,
  };
}
