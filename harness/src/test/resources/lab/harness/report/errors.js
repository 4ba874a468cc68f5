// Collects whatever goes wrong, before any script of the page runs.
window.problems = [];
addEventListener('error', (event) => window.problems.push(event.message));
addEventListener('unhandledrejection', (event) => window.problems.push(String(event.reason)));
addEventListener('securitypolicyviolation', (event) => window.problems.push('blocked: ' + event.blockedURI));
for (const level of ['error', 'warn']) console[level] = (...words) => window.problems.push(words.join(' '));
