import type { Page } from 'playwright-core';

/* What the workbench itself says without our doing. */
const KNOWN = [
  // There is no marketplace, and no service worker of another origin.
  /ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/,
];

/** Collects what a person would find in the developer tools, for all frames of a page, webviews included. */
export class Problems {
  /** Errors on the console and those that nobody caught. */
  readonly errors: string[] = [];
  /** Breaches of a content security policy. */
  readonly violations: string[] = [];
  /** Requests to anywhere but the workbench's own server. */
  readonly foreignRequests: string[] = [];

  constructor(page: Page, port: number) {
    page.on('console', (message) => {
      const text = message.text();
      if (text.includes('Content Security Policy')) this.violations.push(text);
      else if (message.type() === 'error' && !KNOWN.some((known) => known.test(text))) this.errors.push(text);
    });
    page.on('pageerror', (error) => this.errors.push(error.stack ?? error.message));
    page.on('request', (request) => {
      const { protocol, port: to, hostname } = new URL(request.url());
      const own = hostname.endsWith('localhost') && to === String(port);
      if (protocol.startsWith('http') && !own) this.foreignRequests.push(request.url());
    });
  }
}
