package cli

import (
	"encoding/base64"
	"encoding/json"
	"strings"
)

// planted is a secret that stands in a generated recording. It is joined from
// pieces when the test runs, so that no text of the repository looks like a
// real one. text is how it stands there, with what tells that it is a secret;
// secret is the part that no output may hold.
type planted struct{ rule, text, secret string }

// filler is text that looks drawn: n characters of an alphabet, another for
// every seed.
func filler(alphabet string, n, seed int) string {
	b := make([]byte, n)
	x := uint32(seed*2654435761 + 97)
	for i := range b {
		x = x*1664525 + 1013904223
		b[i] = alphabet[int(x>>16)%len(alphabet)]
	}
	return string(b)
}

const (
	upper  = "ABCDEFGHJKLMNPQRSTUVWXYZ234567"
	lowhex = "0123456789abcdef"
	mixed1 = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789"
)

// plantedSecrets are more than forty kinds of what must not be given away.
func plantedSecrets() []planted {
	seed := 0
	fill := func(alphabet string, n int) string { seed++; return "7" + filler(alphabet, n-2, seed) + "3" }
	word := func(n int) string { seed++; return "k9" + filler(mixed1, n-4, seed) + "Q4" }
	var list []planted
	token := func(rule string, parts ...string) {
		t := strings.Join(parts, "")
		list = append(list, planted{rule, t, t})
	}
	valued := func(rule, before, value, after string) {
		list = append(list, planted{rule, before + value + after, value})
	}
	token("aws-key", "AK", "IA", filler(upper, 16, 1))
	token("aws-key", "AS", "IA", filler(upper, 16, 2))
	valued("aws-secret", "aws_secret_access_key = ", word(40), "")
	token("google-api-key", "AI", "za", word(35))
	token("google-oauth", "ya", "29.", word(60))
	token("google-oauth", "GOC", "SPX-", word(28))
	token("openai-key", "sk-", "proj-", word(60))
	token("openai-key", "sk", "-", word(48))
	token("anthropic-key", "sk-", "ant-", "api03-", word(80))
	token("github-token", "gh", "p_", word(36))
	token("github-token", "gh", "s_", word(36))
	token("github-token", "github", "_pat_", word(22), "_", word(59))
	token("gitlab-token", "gl", "pat-", word(20))
	token("slack-token", "xo", "xb-", "123456789012-", word(24))
	token("slack-webhook", "hooks.", "slack.com/", "services/T0AAAAAAA/B0AAAAAAA/", word(24))
	token("stripe-key", "sk_", "live_", word(24))
	token("twilio-key", "S", "K", fill(lowhex, 32))
	token("sendgrid-key", "S", "G.", word(22), ".", word(43))
	token("npm-token", "np", "m_", word(36))
	token("pypi-token", "py", "pi-", "AgEIcHlwaS5vcmc", word(60))
	token("huggingface-token", "h", "f_", word(34))
	token("discord-token", "MT", word(24), ".", word(6), ".", word(30))
	token("telegram-token", "1234567890", ":", "AA", word(33))
	token("digitalocean-token", "dop", "_v1_", fill(lowhex, 64))
	token("heroku-key", "HR", "KU-", word(36))
	valued("datadog-key", "DD_API_KEY=", fill(lowhex, 32), "")
	valued("sentry-dsn", "https://", fill(lowhex, 32), "@o450.ingest.sentry.io/17")
	token("jwt", "ey", "J", word(30), ".ey", "J", word(40), ".", word(43))
	key := word(64)
	list = append(list, planted{"private-key", "-----BEGIN RSA " + "PRIVATE KEY-----\n" + key + "\n-----END RSA " + "PRIVATE KEY-----", key})
	pgp := word(64)
	list = append(list, planted{"pgp-key", "-----BEGIN PGP " + "PRIVATE KEY BLOCK-----\n\n" + pgp + "\n-----END PGP " + "PRIVATE KEY BLOCK-----", pgp})
	valued("ssh-key", "ssh-ed25519 ", "AAAA"+word(64), " me")
	valued("bearer-token", "curl -H 'X: Bearer ", word(40), "'")
	valued("basic-credentials", "Basic ", base64.StdEncoding.EncodeToString([]byte("deploy:"+word(12))), "")
	valued("cookie", "Cookie: ", "sid="+word(24)+"; theme=dark", "")
	valued("credentials", "postgres://", "app:"+word(12), "@db.acme-internal.io:5432/x")
	valued("password", "password=", "tr0ub4dor"+word(8), "")
	valued("password", "mysql --password ", word(14), " -h x")
	valued("api-key", `x-api-key: `, word(32), "")
	valued("secret", `client_secret = "`, word(32), `"`)
	valued("token", "refresh_token=", word(40), "&x=1")
	valued("azure-key", "DefaultEndpointsProtocol=https;AccountName=x;AccountKey=", word(86)+"==", ";")
	token("age-key", "AGE-SECRET-", "KEY-1", filler(upper, 58, 4))
	token("vault-token", "hv", "s.", word(90))
	token("docker-token", "dckr", "_pat_", word(27))
	token("groq-key", "gs", "k_", word(52))
	token("xai-key", "xa", "i-", word(80))
	token("replicate-token", "r", "8_", word(37))
	token("linear-key", "lin", "_api_", word(40))
	token("postman-key", "PM", "AK-", fill(lowhex, 24), "-", fill(lowhex, 34))
	token("atlassian-token", "AT", "ATT3", word(80))
	token("databricks-token", "da", "pi", fill(lowhex, 32))
	token("shopify-token", "shp", "at_", fill(lowhex, 32))
	token("email", "quirina.voss", "@", "acme-mail.io")
	token("email", "ops+alerts", "@", "sub.acme-mail.co.uk")
	list = append(list,
		planted{"home", "/home/quirinavoss/src/app.go", "quirinavoss"},
		planted{"home", "/Users/quirinavoss/Library/x", "quirinavoss"},
		planted{"home", `C:\Users\quirinavoss\x.txt`, "quirinavoss"},
		planted{"home", "-home-quirinavoss-src", "quirinavoss"},
		planted{"home", "file:%2F%2F%2Fhome%2Fquirinavoss%2Fx", "quirinavoss"},
		planted{"home", "~quirinavoss/bin", "quirinavoss"},
		planted{"user", "owner quirinavoss wrote it", "quirinavoss"},
		planted{"host", "https://git.acme-internal.io/x", "git.acme-internal.io"},
		planted{"host", "http://10.20.30.40:8080/x", "10.20.30.40"},
		planted{"host", "connect to build7.acme.corp failed", "build7.acme.corp"},
	)
	return list
}

// quoted is a text inside a string of JSON.
func quotedText(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// lines join values as JSON lines.
func jsonLines(values ...any) []byte {
	var b strings.Builder
	for _, v := range values {
		line, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

type object = map[string]any
