import { chromium as playwright, type Browser } from 'playwright-core';
import { chromium } from './places';

const QUIET = ['--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export function startBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: chromium,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', ...QUIET],
  });
}
