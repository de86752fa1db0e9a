import type { Page } from 'playwright-core';

/** What the workbench itself complains of. */
const KNOWN = [
  // Native modules that are not compiled here: rotating logs, and the watchdog of the extension host.
  /Could not locate the bindings file/,
  /Cannot find module '\.\/build\/Release\/watchdog'/,
  // There is no account, and files of other extensions that are asked for and not there.
  /authentication provider 'github'/,
  /status of 404(?!.*data-detective)/,
  // What a reload of the page breaks off.
  /Long running operations during shutdown/,
  /database 'vscode-web-db' is closed/,
  // It saves settings of its own while extensions are still starting.
  /Aborted onWillSaveTextDocument/,
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
      const text = `${message.text()} (${message.location().url})`;
      if (text.includes('Content Security Policy')) this.violations.push(text);
      else if (message.type() === 'error' && !KNOWN.some((known) => known.test(text))) this.errors.push(text);
    });
    page.on('pageerror', (error) => this.errors.push(error.stack ?? error.message));
    page.on('request', (request) => {
      const { protocol, port: to, hostname } = new URL(request.url());
      const own = hostname.endsWith('localhost') && to === String(port);
      // Files of extensions have addresses of their own, which a service worker answers.
      const served = hostname.endsWith('.vscode-cdn.net') || hostname.endsWith('.vscode-resource.vscode-cdn.net');
      if (protocol.startsWith('http') && !own && !served) this.foreignRequests.push(request.url());
    });
  }
}
