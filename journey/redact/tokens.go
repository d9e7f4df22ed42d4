package redact

import (
	"slices"
	"strings"
)

// form is a key that is known by its first letters. The forms are those that
// the issuers document or show in the examples of their documentation, read
// from 2024 to 2026.
type form struct {
	mask   string // also the id of the rule
	prefix string
	set    charset // of the characters after prefix
	// least and most limit the number of characters after the prefix. A most of
	// 0 means: no limit. With a limit, a longer run is no key.
	least, most int
	// drawn says that the prefix may begin ordinary words too: what follows has
	// to look drawn by a machine.
	drawn bool
}

// longestToken limits how far a key is followed.
const longestToken = 4096

// match returns the end of the key that begins at i, or 0.
func (x *form) match(s string, i int) int {
	if !strings.HasPrefix(s[i:], x.prefix) {
		return 0
	}
	from := i + len(x.prefix)
	end := run(s, from, x.set, longestToken)
	for end > from && s[end-1] == '.' {
		end-- // the end of a sentence
	}
	n := end - from
	if n < x.least || x.most > 0 && (n > x.most || end < len(s) && isWord(s[end])) {
		return 0
	}
	if x.drawn && !random(s[from:end]) {
		return 0
	}
	return end
}

// forms are the known forms, the longer prefix before the shorter one.
var forms = func() []form {
	list := slices.Concat(cloudForms, modelForms, codeForms, serviceForms)
	slices.SortStableFunc(list, func(a, b form) int { return len(b.prefix) - len(a.prefix) })
	return list
}()

// formsBy holds the indices of forms by their first byte.
var formsBy = func() (t [256][]int) {
	for i, x := range forms {
		t[x.prefix[0]] = append(t[x.prefix[0]], i)
	}
	return t
}()

// formsSecond holds, by the first byte of a form, which bytes may come second.
var formsSecond = func() (t [256][256]bool) {
	for _, x := range forms {
		t[x.prefix[0]][x.prefix[1]] = true
	}
	return t
}()

// Keys of clouds and hosters.
var cloudForms = []form{
	{"aws-key", "AKIA", setUpper | setDigit, 16, 16, false},
	{"aws-key", "ASIA", setUpper | setDigit, 16, 16, false},
	{"aws-key", "ABIA", setUpper | setDigit, 16, 16, false},
	{"aws-key", "ACCA", setUpper | setDigit, 16, 16, false},
	{"aws-key", "AROA", setUpper | setDigit, 16, 17, false},
	{"aws-key", "AIDA", setUpper | setDigit, 16, 17, false},
	{"aws-bedrock-key", "ABSK", setAlnum | setBase64, 100, 0, false},
	{"aws-bedrock-key", "bedrock-api-key-", setAlnum | setBase64, 20, 0, false},
	{"google-api-key", "AIza", setURL, 35, 35, false},
	{"google-oauth", "ya29.", setURL | setDot, 20, 0, false},
	{"google-oauth", "GOCSPX-", setURL, 20, 0, false},
	{"google-oauth", "1//0", setURL, 28, 0, false},
	{"digitalocean-token", "dop_v1_", setHex, 64, 0, false},
	{"digitalocean-token", "doo_v1_", setHex, 64, 0, false},
	{"digitalocean-token", "dor_v1_", setHex, 64, 0, false},
	{"heroku-key", "HRKU-", setURL, 30, 0, false},
	{"fly-token", "FlyV1 fm", setAlnum | setBase64 | setUnderscore, 40, 0, false},
	{"fly-token", "fm2_", setAlnum | setBase64 | setUnderscore, 40, 0, false},
	{"fly-token", "fo1_", setURL, 30, 0, true},
	{"terraform-token", "atlasv1.", setURL, 40, 0, false},
	{"e2b-key", "e2b_", setHex, 32, 0, false},
	{"netlify-token", "nfp_", setAlnum, 36, 0, false},
	{"supabase-token", "sbp_", setHex, 40, 0, false},
	{"supabase-token", "sb_secret_", setURL, 20, 0, false},
	{"planetscale-token", "pscale_tkn_", setURL | setDot, 32, 0, false},
	{"planetscale-token", "pscale_pw_", setURL | setDot, 32, 0, false},
	{"planetscale-token", "pscale_oauth_", setURL | setDot, 32, 0, false},
	{"alibaba-key", "LTAI", setAlnum, 16, 26, true},
	{"tencent-key", "AKID", setAlnum, 32, 36, true},
	{"scaleway-key", "SCW", setUpper | setDigit, 17, 17, true},
	{"cloudflare-key", "v1.0-", setHex | setDash, 100, 0, false},
	{"tailscale-key", "tskey-", setURL, 16, 0, false},
	{"vault-token", "hvs.", setURL, 24, 0, false},
	{"vault-token", "hvb.", setURL, 24, 0, false},
	{"vault-token", "hvr.", setURL, 24, 0, false},
	{"databricks-token", "dapi", setHex | setDash, 32, 34, false},
	{"pulumi-token", "pul-", setHex, 40, 0, false},
}

// Keys of model providers and of what agents use beside them.
var modelForms = []form{
	{"anthropic-key", "sk-ant-", setURL, 20, 0, false},
	{"openai-key", "sk-proj-", setURL, 20, 0, false},
	{"openai-key", "sk-svcacct-", setURL, 20, 0, false},
	{"openai-key", "sk-admin-", setURL, 20, 0, false},
	{"openai-key", "sk-None-", setURL, 20, 0, false},
	{"openrouter-key", "sk-or-v1-", setHex, 32, 0, false},
	{"langfuse-key", "sk-lf-", setHex | setDash, 32, 0, false},
	{"openai-key", "sk-", setURL, 20, 0, true},
	{"openai-key", "sess-", setAlnum, 40, 40, true},
	{"huggingface-token", "hf_", setAlnum, 30, 0, true},
	{"huggingface-token", "api_org_", setAlnum, 30, 0, true},
	{"groq-key", "gsk_", setAlnum, 40, 0, true},
	{"xai-key", "xai-", setAlnum, 60, 0, true},
	{"perplexity-key", "pplx-", setAlnum, 40, 0, true},
	{"replicate-token", "r8_", setAlnum, 36, 0, true},
	{"fireworks-key", "fw_", setAlnum, 22, 0, true},
	{"nvidia-key", "nvapi-", setURL, 40, 0, true},
	{"langsmith-key", "lsv2_", setAlnum | setUnderscore, 36, 0, true},
	{"cerebras-key", "csk-", setAlnum, 40, 0, true},
	{"voyage-key", "pa-", setURL, 40, 0, true},
	{"tavily-key", "tvly-", setURL, 24, 0, true},
	{"firecrawl-key", "fc-", setHex, 32, 0, true},
	{"exa-key", "jina_", setURL, 40, 0, true},
	{"brave-key", "BSA", setURL, 28, 28, true},
	{"wandb-key", "wandb_v1_", setURL, 30, 0, true},
	{"composio-key", "ak_", setURL, 20, 0, true},
}

// Keys of code hosts, registries and build services.
var codeForms = []form{
	{"github-token", "ghp_", setAlnum, 36, 0, false},
	{"github-token", "gho_", setAlnum, 36, 0, false},
	{"github-token", "ghu_", setAlnum, 36, 0, false},
	{"github-token", "ghs_", setURL | setDot, 36, 0, false},
	{"github-token", "ghr_", setAlnum, 36, 0, false},
	{"github-token", "github_pat_", setAlnum | setUnderscore, 60, 0, false},
	{"github-token", "v1.", setHex, 40, 40, false},
	{"gitlab-token", "glpat-", setURL | setDot, 20, 0, false},
	{"gitlab-token", "gldt-", setURL, 20, 0, false},
	{"gitlab-token", "glrt-", setURL | setDot, 20, 0, false},
	{"gitlab-token", "glcbt-", setURL, 20, 0, false},
	{"gitlab-token", "glptt-", setHex, 40, 0, false},
	{"gitlab-token", "glft-", setURL, 20, 0, false},
	{"gitlab-token", "glsoat-", setURL, 20, 0, false},
	{"gitlab-token", "glagent-", setURL, 40, 0, false},
	{"gitlab-token", "gloas-", setHex, 64, 0, false},
	{"gitlab-token", "glimt-", setURL, 20, 0, false},
	{"gitlab-token", "GR1348941", setURL, 20, 0, false},
	{"bitbucket-token", "ATBB", setAlnum, 32, 0, true},
	{"atlassian-token", "ATATT3", setURL | setBase64, 60, 0, false},
	{"atlassian-token", "ATCTT3", setURL | setBase64, 60, 0, false},
	{"npm-token", "npm_", setAlnum, 36, 0, true},
	{"pypi-token", "pypi-", setURL, 50, 0, false},
	{"rubygems-key", "rubygems_", setHex, 48, 0, false},
	{"crates-token", "cio", setAlnum, 32, 32, true},
	{"docker-token", "dckr_pat_", setURL, 20, 0, false},
	{"docker-token", "dckr_oat_", setURL, 20, 0, false},
	{"nuget-key", "oy2", setLower | setDigit, 43, 43, true},
	{"clojars-token", "CLOJARS_", setAlnum, 60, 0, false},
	{"jfrog-token", "AKCp", setAlnum, 60, 0, true},
	{"buildkite-token", "bkua_", setAlnum, 30, 0, true},
	{"circleci-token", "CCIPAT_", setAlnum | setUnderscore, 30, 0, true},
	{"sonar-token", "sqp_", setHex, 40, 0, false},
	{"sonar-token", "squ_", setHex, 40, 0, false},
	{"sonar-token", "sqa_", setHex, 40, 0, false},
	{"doppler-token", "dp.pt.", setAlnum, 40, 0, false},
	{"doppler-token", "dp.st.", setURL | setDot, 40, 0, false},
	{"onepassword-token", "ops_eyJ", setURL | setBase64, 40, 0, false},
	{"age-key", "AGE-SECRET-KEY-1", setUpper | setDigit, 50, 0, false},
	{"age-key", "AGE-PLUGIN-", setUpper | setDigit | setDash, 20, 0, true},
}

// Keys of services, and addresses that are a key themselves.
var serviceForms = []form{
	{"slack-token", "xoxb-", setURL, 10, 0, true},
	{"slack-token", "xoxp-", setURL, 10, 0, true},
	{"slack-token", "xoxa-", setURL, 10, 0, true},
	{"slack-token", "xoxr-", setURL, 10, 0, true},
	{"slack-token", "xoxs-", setURL, 10, 0, true},
	{"slack-token", "xoxe-", setURL, 10, 0, true},
	{"slack-token", "xoxe.", setURL | setDot, 10, 0, true},
	{"slack-token", "xoxc-", setURL, 10, 0, true},
	{"slack-token", "xoxd-", setURL | setBase64, 10, 0, true},
	{"slack-token", "xapp-", setURL, 10, 0, true},
	{"slack-webhook", "hooks.slack.com/services/", setURL | setBase64, 16, 0, false},
	{"slack-webhook", "hooks.slack.com/workflows/", setURL | setBase64, 16, 0, false},
	{"slack-webhook", "hooks.slack.com/triggers/", setURL | setBase64, 16, 0, false},
	{"discord-webhook", "discord.com/api/webhooks/", setURL | setBase64, 16, 0, false},
	{"discord-webhook", "discordapp.com/api/webhooks/", setURL | setBase64, 16, 0, false},
	{"zapier-webhook", "hooks.zapier.com/hooks/catch/", setURL | setBase64, 8, 0, false},
	{"teams-webhook", "webhook.office.com/webhookb2/", setURL | setBase64 | setDot, 16, 0, false},
	{"stripe-key", "sk_live_", setAlnum, 16, 0, false},
	{"stripe-key", "sk_test_", setAlnum, 16, 0, false},
	{"stripe-key", "rk_live_", setAlnum, 16, 0, false},
	{"stripe-key", "rk_test_", setAlnum, 16, 0, false},
	{"shippo-token", "shippo_live_", setAlnum, 32, 0, false},
	{"shippo-token", "shippo_test_", setAlnum, 32, 0, false},
	{"stripe-key", "pk_live_", setAlnum, 16, 0, false},
	{"stripe-key", "whsec_", setAlnum | setBase64, 24, 0, false},
	{"twilio-key", "SK", setHex, 32, 32, true},
	{"twilio-key", "AC", setHex, 32, 32, true},
	{"sendgrid-key", "SG.", setURL | setDot, 40, 0, true},
	{"mailgun-key", "key-", setHex, 32, 32, true},
	{"brevo-key", "xkeysib-", setURL, 60, 0, false},
	{"resend-key", "re_", setAlnum | setUnderscore, 24, 0, true},
	{"shopify-token", "shpat_", setAlnum, 32, 0, false},
	{"shopify-token", "shpss_", setAlnum, 32, 0, false},
	{"shopify-token", "shpca_", setAlnum, 32, 0, false},
	{"shopify-token", "shppa_", setAlnum, 32, 0, false},
	{"square-token", "sq0atp-", setURL, 20, 0, false},
	{"square-token", "sq0csp-", setURL, 20, 0, false},
	{"square-token", "EAAA", setURL, 58, 62, true},
	{"facebook-token", "EAA", setAlnum, 90, 0, true},
	{"linear-key", "lin_api_", setAlnum, 32, 0, false},
	{"notion-token", "ntn_", setAlnum, 40, 0, true},
	{"notion-token", "secret_", setAlnum, 43, 43, true},
	{"airtable-token", "pat", setAlnum | setDot, 79, 79, true},
	{"figma-token", "figd_", setURL, 30, 0, true},
	{"postman-key", "PMAK-", setHex | setDash, 40, 0, true},
	{"grafana-token", "glsa_", setAlnum | setUnderscore, 32, 0, true},
	{"grafana-token", "glc_", setAlnum | setBase64, 32, 0, true},
	{"newrelic-key", "NRAK-", setUpper | setDigit, 27, 0, true},
	{"newrelic-key", "NRJS-", setHex, 19, 0, true},
	{"dynatrace-token", "dt0c01.", setUpper | setDigit | setDot, 60, 0, false},
	{"sentry-token", "sntrys_", setURL | setBase64, 40, 0, false},
	{"sentry-token", "sntryu_", setHex, 64, 0, false},
	{"posthog-key", "phx_", setURL, 40, 0, true},
	{"posthog-key", "phc_", setURL, 40, 0, true},
	{"datadog-key", "ddapp_", setURL, 30, 0, true},
	{"datadog-key", "ddpat_", setURL, 30, 0, true},
	{"dropbox-token", "sl.", setURL, 130, 0, true},
	{"adafruit-key", "aio_", setAlnum, 28, 28, true},
	{"hubspot-token", "pat-na1-", setHex | setDash, 32, 0, false},
	{"hubspot-token", "pat-eu1-", setHex | setDash, 32, 0, false},
	{"duffel-token", "duffel_live_", setURL, 40, 0, false},
	{"contentful-token", "CFPAT-", setURL, 43, 0, false},
	{"typeform-token", "tfp_", setURL | setDot, 40, 0, true},
	{"readme-token", "rdme_", setLower | setDigit, 60, 0, true},
}
