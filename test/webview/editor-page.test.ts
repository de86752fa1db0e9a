import { describe, expect, test } from 'vitest';
import { boardPage, makeNonce } from '../../src/ui/editor/page';

const parts = {
  source: 'https://example.vscode-resource.net',
  script: 'https://example.vscode-resource.net/dist/webview.js',
  style: 'https://example.vscode-resource.net/dist/webview.css',
  nonce: makeNonce(),
  language: 'en',
  texts: { Report: 'Bericht "<script>alert(1)</script>' },
};
const page = boardPage(parts);
const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]?.split('; ') ?? [];

describe('the page of a board', () => {
  test('lets our script run and no other, and loads nothing from elsewhere', () => {
    expect(policy).toEqual([
      "default-src 'none'",
      `script-src 'nonce-${parts.nonce}'`,
      `style-src ${parts.source}`,
      `font-src ${parts.source}`,
      `img-src ${parts.source} data:`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(policy.join()).not.toMatch(/unsafe-|\*|strict-dynamic/);
  });

  test('has one script, with the nonce, and nothing inline', () => {
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).toContain(`<script nonce="${parts.nonce}" src="${parts.script}"></script>`);
    expect(page).not.toMatch(/<style|style=|\son[a-z]+=/);
  });

  test('holds texts of the interface as text', () => {
    expect(page).not.toContain('alert(1)</script>');
    expect(page).toContain('data-texts="{&#34;Report&#34;:');
  });

  test('has a nonce of its own, of 128 bits', () => {
    const nonces = new Set(Array.from({ length: 50 }, makeNonce));
    expect(nonces.size).toBe(50);
    for (const nonce of nonces) expect(atob(nonce)).toHaveLength(16);
  });
});
