<?php
function pairs(string $text, string $separator): array
{
    $all = [];
    foreach (explode($separator, $text) as $one) {
        [$name, $value] = explode('=', $one, 2) + ['', ''];
        $all[$name] = $value;
    }
    return $all;
}

function valid(string $header, string $body): bool
{
    $parts = pairs($header, ',') + ['t' => '', 'kid' => '', 'v1' => ''];
    $secret = pairs(getenv('SECRETS'), ' ')[$parts['kid']] ?? null;
    if ($secret === null || !ctype_digit($parts['t']) || abs(time() - (int) $parts['t']) > 300) {
        return false;
    }
    return hash_equals(hash_hmac('sha256', $parts['t'] . '.' . $body, $secret), $parts['v1']);
}

$body = file_get_contents('php://input'); // as it arrived: it is parsed only afterwards
$ok = valid($_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '', $body);
http_response_code($ok ? 204 : 401);
if ($ok) {
    error_log($body); // put it into a queue, and do the work from there
}
